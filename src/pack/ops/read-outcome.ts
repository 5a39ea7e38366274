/**
 * Reads the outcome of a report of any length. For a long report only the top level is kept, which contains the outcome. A report that
 * shows only by a refusal code that it is a refusal is short.
 */
import { ByteWriter } from '#core/bytes/writer';
import { readOutline } from '#core/json/outline';
import { JsonError, JsonTooLarge, parseJson } from '#core/json/read';
import type { ByteSource } from '#core/ports';
import { type ReportOutcome, reportOutcome } from '../report-outcome.ts';

const SHORT = 1 << 20;

/** Returns null if the report has no outcome or is not JSON. */
export function readOutcome(source: ByteSource): ReportOutcome | null {
  const text = new ByteWriter();
  let isShort = true;
  const keep = (bytes: Uint8Array): void => {
    isShort = isShort && text.length + bytes.length <= SHORT;
    if (isShort) text.copy(bytes, 0, bytes.length);
  };
  try {
    const atTopLevel = reportOutcome(readOutline(source, keep));
    return atTopLevel === null && isShort ? reportOutcome(parseJson(text.view())) : atTopLevel;
  } catch (error) {
    if (error instanceof JsonError && !(error instanceof JsonTooLarge)) return null;
    throw error;
  }
}
