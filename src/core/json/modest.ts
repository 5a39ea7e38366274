/**
 * Whether a JSON text may be held in memory as a whole. Attacker-controlled: three bytes, `{},`, become 236 in memory, so that what counts
 * is the number of values as much as the length.
 *
 *     requireModest([bytes], { bytes: 1 << 26, values: 1 << 20 })      throws JsonLimit where there is more of either
 */
import { JsonLimit } from './outline.ts';

export interface Room {
  readonly bytes: number;
  readonly values: number;
}

/** What a document may be that is read for all it says. */
export const DOCUMENT_ROOM: Room = { bytes: 1 << 26, values: 1 << 20 };

/** `texts` are held at the same time. */
export function requireModest(texts: Iterable<Uint8Array>, { bytes, values }: Room = DOCUMENT_ROOM): void {
  let length = 0;
  let count = 0;
  for (const text of texts) {
    length += text.length;
    if (length > bytes) throw new JsonLimit(`more than ${bytes} bytes`);
    count += countValues(text);
    if (count > values) throw new JsonLimit(`more than ${values} values`);
  }
}

/** One, and one for each bracket that opens and each comma outside of strings: the values, and one more for each empty list or object. */
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
