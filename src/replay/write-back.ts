/**
 * The declared hash put into snapshot.json in place of the placeholder: only the string of that one top-level key changes. Key order,
 * indentation, line ends and final newline stay; a byte order mark goes.
 *
 *     replaceExpected(bytes of '{\t"expected_hash_v1" : ""}', 'CEED68…')     {\t"expected_hash_v1" : "CEED68…"}
 */
import { Cursor } from '#core/json/cursor';
import { passValue } from '#core/json/pass';
import { passColon, passComma, readString } from '#core/json/read';
import { scanString, skipSpace } from '#core/json/token';
import { encodeUtf8 } from '#core/utf8';
import { withoutBom } from '#core/without-bom';
import { EXPECTED_KEY } from './state.ts';

/** `snapshot` is known to be an object that has the key, with a string. */
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

/** From its opening quote to behind its closing one. */
function placeOfExpected(content: Uint8Array): readonly [number, number] {
  const c = new Cursor(content);
  skipSpace(c);
  c.pos++;
  for (;;) {
    skipSpace(c);
    const key = readString(c);
    passColon(c);
    skipSpace(c);
    const start = c.pos;
    if (key === EXPECTED_KEY) {
      scanString(c);
      return [start, c.pos];
    }
    passValue(c, 1, null);
    if (passComma(c, 0x7d, 'an object')) throw new Error(`${EXPECTED_KEY} is not there`);
  }
}
