/** The dates of a document that begin or end its validity period. */
import { parseInstant } from '#core/time';
import { type Reading, textOf } from '../inputs/field-reader.ts';

/** Returns the latest start or the earliest end of the dates that are present. */
export function instantsAt(reading: Reading, names: readonly string[], edge: 'begins' | 'ends'): number | null {
  const found = names.filter((name) => reading.fields[name] !== undefined).map((name) => instantAt(reading, name, edge));
  if (found.length === 0) return null;
  return edge === 'begins' ? Math.max(...found) : Math.min(...found);
}

function instantAt(reading: Reading, name: string, edge: 'begins' | 'ends'): number {
  const known = reading.faults.length;
  const text = textOf(reading.fields[name], reading.place(name), reading.faults);
  if (reading.faults.length > known) return 0;
  const instant = parseInstant(text);
  if (instant === null) {
    reading.fault(name, `expected an RFC 3339 timestamp, found ${text}`);
    return 0;
  }
  // A period that starts within a millisecond has not started at the beginning of that millisecond.
  return edge === 'begins' && /\.\d{3}\d*[1-9]/.test(text) ? instant + 1 : instant;
}
