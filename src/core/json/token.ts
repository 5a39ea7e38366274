/**
 * The tokens of strict JSON, read from bytes: white space, strings and numbers (C2). Both the exact reader and the fast copier use these
 * functions, so they cannot disagree on what a token is.
 */
import { decodeUtf8, sequenceLength } from '../bytes/utf8.ts';
import type { Cursor } from './cursor.ts';

export const MAX_DEPTH = 128;

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The bytes that may be in a string unescaped: ASCII from space on, except quote and backslash. */
const isPlain = new Uint8Array(256);
for (let byte = SPACE; byte < 0x80; byte++) isPlain[byte] = byte === QUOTE || byte === BACKSLASH ? 0 : 1;

export function skipSpace(c: Cursor): void {
  const { bytes, end } = c;
  let pos = c.pos;
  while (pos < end) {
    const byte = bytes[pos] as number;
    if (byte > SPACE || (byte !== SPACE && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) break;
    pos++;
  }
  c.pos = pos;
}

/** Properties of a scanned string, as bits. */
export const PLAIN_TEXT = 0;
export const HAS_NON_ASCII = 1;
export const HAS_ESCAPE = 2;

/** Skips the string that starts at `pos` with its opening quote. Returns its properties as bits. */
export function scanString(c: Cursor): number {
  const { bytes, end } = c;
  let holds = PLAIN_TEXT;
  let pos = c.pos + 1;
  for (;;) {
    while (pos < end && isPlain[bytes[pos] as number] === 1) pos++;
    if (pos >= end) return c.failAtEnd('a string');
    const byte = bytes[pos] as number;
    if (byte === QUOTE) {
      c.pos = pos + 1;
      return holds;
    }
    if (byte === BACKSLASH) {
      holds |= HAS_ESCAPE;
      pos = scanEscape(c, pos);
    } else if (byte >= 0x80) {
      holds |= HAS_NON_ASCII;
      const length = sequenceLength(bytes, pos, end);
      if (length === 0) {
        if (c.isOpen && end - pos < 4) return c.failAtEnd('a string');
        return c.fail('invalid UTF-8', pos);
      }
      pos += length;
    } else {
      return c.fail('unescaped control character in a string', pos);
    }
  }
}

function scanEscape(c: Cursor, at: number): number {
  if (at + 1 >= c.end) return c.failAtEnd('a string');
  const kind = c.bytes[at + 1] as number;
  if (kind !== 0x75) {
    return isEscapeLetter(kind) ? at + 2 : c.fail('invalid escape', at);
  }
  const unit = hex4(c, at + 2);
  if (unit < 0xd800 || unit > 0xdfff) return at + 6;
  if (unit > 0xdbff) return c.fail('lone surrogate', at);
  if (at + 6 < c.end && c.bytes[at + 6] !== BACKSLASH) return c.fail('lone surrogate', at);
  if (at + 7 >= c.end) return c.failAtEnd('a string');
  if (c.bytes[at + 7] !== 0x75) return c.fail('lone surrogate', at);
  const low = hex4(c, at + 8);
  return low >= 0xdc00 && low <= 0xdfff ? at + 12 : c.fail('lone surrogate', at);
}

/** One of `"` `\` `/` `b` `f` `n` `r` `t`. */
function isEscapeLetter(byte: number): boolean {
  switch (byte) {
    case QUOTE:
    case BACKSLASH:
    case 0x2f:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return true;
    default:
      return false;
  }
}

function hex4(c: Cursor, at: number): number {
  let unit = 0;
  for (let i = at; i < at + 4; i++) {
    if (i >= c.end) return c.failAtEnd('a string');
    const byte = c.bytes[i] as number;
    const digit = byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66 ? (byte | 0x20) - 0x57 : -1;
    if (digit < 0) return c.fail('invalid escape', at - 2);
    unit = unit * 16 + digit;
  }
  return unit;
}

/** Skips the number at `pos`. Returns true if its token is an integer (`-0` is not: it is a float). */
export function scanNumber(c: Cursor): boolean {
  const { bytes, end } = c;
  const start = c.pos;
  let pos = start;
  if (bytes[pos] === 0x2d) pos++;
  const first = pos;
  pos = skipDigits(bytes, pos, end);
  const digits = pos - first;
  if (digits === 0) return pos < end ? c.fail('invalid number', pos) : c.failAtEnd('a number');
  if (digits > 1 && bytes[first] === 0x30) return c.fail('invalid number', first + 1);
  let isInteger = !(digits === 1 && first > start && bytes[first] === 0x30);
  if (pos < end && bytes[pos] === 0x2e) {
    isInteger = false;
    const fraction = pos + 1;
    pos = skipDigits(bytes, fraction, end);
    if (pos === fraction) return pos < end ? c.fail('invalid number', pos) : c.failAtEnd('a number');
  }
  let hasExponent = false;
  if (pos < end && ((bytes[pos] as number) | 0x20) === 0x65) {
    isInteger = false;
    hasExponent = true;
    pos++;
    if (pos < end && (bytes[pos] === 0x2b || bytes[pos] === 0x2d)) pos++;
    const exponent = pos;
    pos = skipDigits(bytes, exponent, end);
    if (pos === exponent) return pos < end ? c.fail('invalid number', pos) : c.failAtEnd('a number');
  }
  if (pos >= end && c.isOpen) return c.failAtEnd('a number');
  if (!c.keepsDigits && (hasExponent || digits > 300) && !Number.isFinite(Number(asciiText(bytes, start, pos))))
    return c.fail('number out of range', start);
  c.pos = pos;
  return isInteger;
}

function skipDigits(bytes: Uint8Array, from: number, end: number): number {
  let pos = from;
  while (pos < end && (bytes[pos] as number) >= 0x30 && (bytes[pos] as number) <= 0x39) pos++;
  return pos;
}

/** Building a text character by character needs many times its size, so it is not done for a number of a million digits. */
const LONG_TOKEN = 400;

export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > LONG_TOKEN) return decodeUtf8(bytes.subarray(start, end));
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] as number);
  return text;
}

const LITERALS = { true: [0x74, 0x72, 0x75, 0x65], false: [0x66, 0x61, 0x6c, 0x73, 0x65], null: [0x6e, 0x75, 0x6c, 0x6c] } as const;

/** Skips `true`, `false` or `null` at `pos` and returns its value. Anything else is an error. */
export function scanLiteral(c: Cursor): boolean | null {
  const first = c.bytes[c.pos];
  if (first === 0x74) return passLiteral(c, LITERALS.true, true);
  if (first === 0x66) return passLiteral(c, LITERALS.false, false);
  if (first === 0x6e) return passLiteral(c, LITERALS.null, null);
  return c.fail('expected value');
}

function passLiteral<T>(c: Cursor, letters: readonly number[], value: T): T {
  for (let i = 0; i < letters.length; i++) {
    if (c.pos + i >= c.end) return c.failAtEnd('a value');
    if (c.bytes[c.pos + i] !== letters[i]) return c.fail('expected value');
  }
  c.pos += letters.length;
  return value;
}
