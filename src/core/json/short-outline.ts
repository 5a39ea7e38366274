/**
 * Reads the outline (`outline.ts`) of a text that is completely in memory, without a window. The results and errors are the same; a
 * differential test checks that both readers agree. A pack may have thousands of short documents, so little work is done for each.
 *
 *     readShortOutline(bytes of '{"version":"rvl.v0","rows":[{…},{…}]}')      { version: 'rvl.v0', rows: [] }
 */
import { Cursor } from './cursor.ts';
import { CONTENTS, MAX_STRING_LENGTH } from './outline.ts';
import { passColon, passComma, readValue, stringAt } from './read.ts';
import { passValue } from './skip-or-copy.ts';
import { scanString, skipSpace } from './token.ts';
import { emptyObject, type JsonValue } from './value.ts';
import { quote } from './write.ts';

/** The text has at most 1 MiB, so no memory limit can be exceeded. */
export function readShortOutline(text: Uint8Array): JsonValue {
  const c = new Cursor(text);
  skipSpace(c);
  const outline = text[c.pos] === 0x7b ? readFields(c) : readOutlined(c, 0);
  skipSpace(c);
  if (c.pos < c.end) c.fail('trailing characters');
  return outline;
}

function readFields(c: Cursor): JsonValue {
  const fields = emptyObject();
  c.pos++;
  skipSpace(c);
  if (c.bytes[c.pos] === 0x7d) {
    c.pos++;
    return fields;
  }
  for (;;) {
    skipSpace(c);
    const start = c.pos;
    if (start >= c.end) c.failAtEnd('an object');
    if (c.bytes[start] !== 0x22) c.fail('expected a key');
    const holds = scanString(c);
    const key = stringAt(c.bytes, start, c.pos, holds);
    if (fields[key] !== undefined) c.fail(`duplicate key ${quote(key)}`, start);
    passColon(c);
    fields[key] = readOutlined(c, 1);
    if (passComma(c, 0x7d, 'an object')) return fields;
  }
}

function readOutlined(c: Cursor, depth: number): JsonValue {
  skipSpace(c);
  const start = c.pos;
  const first = c.bytes[start];
  if (first === 0x7b || first === 0x5b) {
    passValue(c, depth, null);
    return first === 0x7b ? CONTENTS.object : CONTENTS.array;
  }
  if (first !== 0x22) return readValue(c, depth);
  const holds = scanString(c);
  return c.pos - start > MAX_STRING_LENGTH ? '' : stringAt(c.bytes, start, c.pos, holds);
}
