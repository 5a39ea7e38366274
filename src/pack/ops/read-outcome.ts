/**
 * The outcome of a report of any length. Of a long one only the top level is kept, where an outcome stands; one that refuses and says so
 * only by its code is short.
 */
import { ByteWriter } from '#core/bytes/writer';
import { readOutline } from '#core/json/outline';
import { JsonError, JsonLimit, parseJson } from '#core/json/read';
import type { ByteSource } from '#core/ports';
import { type ReportOutcome, reportOutcome } from '../report-outcome.ts';

const SHORT = 1 << 20;

/** Null where it says none, or is no JSON. */
export function readOutcome(source: ByteSource): ReportOutcome | null {
  const text = new ByteWriter();
  let isShort = true;
  const keep = (bytes: Uint8Array): void => {
    isShort = isShort && text.length + bytes.length <= SHORT;
    if (isShort) text.copy(bytes, 0, bytes.length);
  };
  try {
    const told = reportOutcome(readOutline(source, keep));
    return told === null && isShort ? reportOutcome(parseJson(text.view())) : told;
  } catch (error) {
    if (error instanceof JsonError && !(error instanceof JsonLimit)) return null;
    throw error;
  }
}
