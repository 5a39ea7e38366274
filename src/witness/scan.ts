/**
 * The fast path for a line as tools write it. In one pass it finds each field and builds the canonical record with an empty id. It returns
 * null for anything unusual, including errors; such a line is then read by the exact reader.
 *
 *     {"exit_code":0,"id":"blake3:ab…","tool":"lock"}   keys exit_code id tool, unsealed {"exit_code":0,"id":"","tool":"lock"}
 */
import type { ByteWriter } from '#core/bytes/writer';
import { Cursor, JsonError } from '#core/json/cursor';
import { passColon, passComma } from '#core/json/read';
import { compareRanges, passValue } from '#core/json/skip-or-copy';
import { asciiText, PLAIN_TEXT, scanString, skipSpace } from '#core/json/token';

export interface Scan {
  readonly keys: readonly string[];
  /** The positions at which the value of each key begins and ends. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** The canonical record with an empty id. The id is at `idAt`. */
  readonly unsealed: Uint8Array;
  readonly idAt: number;
}

/** Returns null unless the line is an object with plain keys in ascending order and an `id` without escapes. */
export function scanRecord(line: Uint8Array, out: ByteWriter): Scan | null {
  out.length = 0;
  try {
    return scan(new Cursor(line), out);
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

const OPEN = 0x7b;
const CLOSE = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;
const QUOTE = 0x22;

function scan(c: Cursor, out: ByteWriter): Scan | null {
  const keys: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let idAt = -1;
  let lastKey = 0;
  let lastKeyEnd = 0;
  if (c.bytes[c.pos++] !== OPEN) return null;
  out.byte(OPEN);
  for (;;) {
    skipSpace(c);
    const key = c.pos;
    if (c.bytes[key] !== QUOTE || scanString(c) !== PLAIN_TEXT) return null;
    if (lastKeyEnd > 0 && compareRanges(c.bytes, lastKey, lastKeyEnd, key, c.pos) >= 0) return null;
    lastKey = key;
    lastKeyEnd = c.pos;
    const name = asciiText(c.bytes, key + 1, c.pos - 1);
    out.copy(c.bytes, key, c.pos);
    out.byte(COLON);
    passColon(c);
    skipSpace(c);
    keys.push(name);
    starts.push(c.pos);
    if (name === 'id') {
      if (c.bytes[c.pos] !== QUOTE || scanString(c) !== PLAIN_TEXT) return null;
      idAt = out.length;
      out.byte(QUOTE);
      out.byte(QUOTE);
    } else {
      passValue(c, 1, out);
    }
    ends.push(c.pos);
    if (passComma(c, CLOSE, 'an object')) break;
    out.byte(COMMA);
  }
  out.byte(CLOSE);
  if (idAt < 0 || c.pos !== c.end) return null;
  return { keys, starts, ends, unsealed: out.view(), idAt };
}
