/**
 * Checks whether several JSON texts may be in memory together, before any of them is parsed (M7).
 *
 *     requireWithinLimits([bytes], { bytes: 1 << 26, values: 1 << 20 })      throws JsonTooLarge if one of the limits is exceeded
 */
import { JSON_LIMITS, type JsonLimits, JsonTooLarge } from './limits.ts';

/** `texts` are in memory at the same time. */
export function requireWithinLimits(texts: Iterable<Uint8Array>, { bytes, values }: JsonLimits = JSON_LIMITS.document): void {
  const all = [...texts];
  const length = all.reduce((sum, text) => sum + text.length, 0);
  if (length > bytes) throw new JsonTooLarge(`more than ${bytes} bytes`);
  // A byte is at most one value, so short texts need no count.
  if (length <= values) return;
  let count = 0;
  for (const text of all) {
    count += countValues(text);
    if (count > values) throw new JsonTooLarge(`more than ${values} values`);
  }
}

/**
 * Counts one, plus one for each opening bracket and each comma outside of strings. That is the number of values, and one more for each
 * empty array or object.
 */
export function countValues(text: Uint8Array): number {
  let count = 1;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === 0x22) at = endOfString(text, at);
    else if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count++;
  }
  return count;
}

function endOfString(text: Uint8Array, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === 0x5c) at++;
    else if (text[at] === 0x22) return at;
  }
  return text.length;
}
