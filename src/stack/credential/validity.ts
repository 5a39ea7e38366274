/**
 * A validity period, judged at one instant: the start is included, the end is not.
 *
 *     validityFault({ from: 0, until: 1000 }, 1000)     'expired'
 */
import { formatInstant, isWritableInstant, parseInstant } from '#core/time';
import { type Reading, textOf } from '../inputs/field-reader.ts';

export interface Validity {
  /** In milliseconds; null if not stated. */
  readonly from: number | null;
  readonly until: number | null;
}

export function validityFault({ from, until }: Validity, at: number): 'expired' | 'not_yet_effective' | null {
  if (until !== null && at >= until) return 'expired';
  return from !== null && at < from ? 'not_yet_effective' : null;
}

/** `from 2026-01-01T00:00:00Z until 2027-01-01T00:00:00Z`. */
export function validityText({ from, until }: Validity): string {
  const parts = [from === null ? [] : `from ${instantText(from)}`, until === null ? [] : `until ${instantText(until)}`].flat();
  return parts.length === 0 ? 'at any time' : parts.join(' ');
}

/** In whole seconds; with an offset, an instant can be outside the years that can be written. */
export function instantText(ms: number): string {
  return isWritableInstant(ms) ? formatInstant(new Date(ms)) : `${ms} ms`;
}

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
