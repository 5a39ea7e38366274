/**
 * Writes the declared hash into snapshot.json in place of the placeholder. Only the string of that top-level key changes. Key order, indentation,
 * line ends and the final newline stay; a byte order mark is removed.
 *
 *     replaceExpected(bytes of '{\t"expected_hash_v1" : ""}', 'CEED68…')     {\t"expected_hash_v1" : "CEED68…"}
 */

import { withoutBom } from '#core/bytes/prefix';
import { encodeUtf8 } from '#core/bytes/utf8';
import { Cursor } from '#core/json/cursor';
import { passColon, passComma, readString } from '#core/json/read';
import { passValue } from '#core/json/skip-or-copy';
import { scanString, skipSpace } from '#core/json/token';
import { EXPECTED_KEY } from './state.ts';

/** `snapshot` must be a JSON object that has the key with a string value. */
export function replaceExpected(snapshot: Uint8Array, hash: string): Uint8Array {
  const content = withoutBom(snapshot);
  const [start, end] = placeOfExpected(content);
  const value = encodeUtf8(`"${hash}"`);
  const written = new Uint8Array(content.length - (end - start) + value.length);
  written.set(content.subarray(0, start));
  written.set(value, start);
  written.set(content.subarray(end), start + value.length);
  return written;
}

/** Returns the range from the opening quote to after the closing quote. */
function placeOfExpected(content: Uint8Array): readonly [number, number] {
  const c = new Cursor(content);
  moveToExpected(c);
  const start = c.pos;
  scanString(c);
  return [start, c.pos];
}

/** Returns the line of the declared value, from 1, whatever its type. `snapshot` must be a JSON object that has the key. */
export function lineOfExpected(snapshot: Uint8Array): number {
  const c = new Cursor(withoutBom(snapshot));
  moveToExpected(c);
  let line = 1;
  for (let at = 0; at < c.pos; at++) if (c.bytes[at] === 0x0a) line++;
  return line;
}

function moveToExpected(c: Cursor): void {
  skipSpace(c);
  c.pos++;
  for (;;) {
    skipSpace(c);
    const key = readString(c);
    passColon(c);
    skipSpace(c);
    if (key === EXPECTED_KEY) return;
    passValue(c, 1, null);
    if (passComma(c, 0x7d, 'an object')) throw new Error(`${EXPECTED_KEY} is not there`);
  }
}
