/**
 * The only reader of evidence (C2). It is strict and lossless.
 *
 *     parseJson(bytes of '{"size": 9007199254740993}')   { size: 9007199254740993n }
 *     parseJson(bytes of '{"a":1,"\u0061":2}')           JsonError: duplicate key "a" at line 1 column 8
 *
 * It accepts only UTF-8 without a BOM, no duplicate keys in any spelling, no lone surrogates, no trailing text, at most 128 levels, and
 * nothing beyond the limits in `limits.ts`.
 */
import { decodeUtf8 } from '../bytes/utf8.ts';
import { Cursor } from './cursor.ts';
import { JSON_LIMITS, type JsonLimits, JsonTooLarge, requireLength } from './limits.ts';
import { asciiText, HAS_ESCAPE, HAS_NON_ASCII, MAX_DEPTH, scanLiteral, scanNumber, scanString, skipSpace } from './token.ts';
import { Digits, emptyObject, Float, type JsonObject, type JsonValue } from './value.ts';
import { quote } from './write.ts';

export { JsonError } from './cursor.ts';
export { JsonTooLarge } from './limits.ts';

/** Up to this length a loop is as fast as the decoder. */
const SHORT_STRING = 12;
/** The digits of 2^64, which are those of -2^63 with its sign; a longer token is not made a bigint, which takes quadratic time. */
const MAX_64_BIT_DIGITS = 20;

export function parseJson(bytes: Uint8Array, start = 0, end = bytes.length, room: JsonLimits = JSON_LIMITS.document): JsonValue {
  requireLength(end - start, room);
  const c = new Cursor(bytes, start, end);
  c.origin = start;
  return wholeValue(c, room);
}

/** The same, for data: no digit of a number is lost, and no number is out of range. */
export function parseJsonExactly(bytes: Uint8Array, room: JsonLimits): JsonValue {
  requireLength(bytes.length, room);
  const c = new Cursor(bytes);
  c.keepsDigits = true;
  return wholeValue(c, room);
}

function wholeValue(c: Cursor, room: JsonLimits): JsonValue {
  const value = readValue(c, 0, room);
  skipSpace(c);
  if (c.pos < c.end) return c.fail('trailing characters');
  return value;
}

/** Reads the value at the cursor and moves the cursor behind it. */
export function readValue(c: Cursor, depth: number, room: JsonLimits = JSON_LIMITS.document): JsonValue {
  c.values = 0;
  c.mostValues = room.values;
  return valueAt(c, depth);
}

function valueAt(c: Cursor, depth: number): JsonValue {
  if (++c.values > c.mostValues) throw new JsonTooLarge(`more than ${c.mostValues} values`);
  skipSpace(c);
  if (c.pos >= c.end) return c.failAtEnd('a value');
  const byte = c.bytes[c.pos] as number;
  if (byte === 0x22) return readString(c);
  if (byte === 0x7b) return readObject(c, depth + 1);
  if (byte === 0x5b) return readArray(c, depth + 1);
  if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) return readNumber(c);
  return scanLiteral(c);
}

export function readString(c: Cursor): string {
  const start = c.pos;
  const holds = scanString(c);
  return stringAt(c.bytes, start, c.pos, holds);
}

/** The text of a scanned string whose quotes are at `start` and `end - 1`. */
export function stringAt(bytes: Uint8Array, start: number, end: number, holds: number): string {
  if ((holds & HAS_ESCAPE) !== 0) return JSON.parse(decodeUtf8(bytes.subarray(start, end))) as string;
  if ((holds & HAS_NON_ASCII) !== 0 || end - start > SHORT_STRING) return decodeUtf8(bytes.subarray(start + 1, end - 1));
  return asciiText(bytes, start + 1, end - 1);
}

function readNumber(c: Cursor): JsonValue {
  const start = c.pos;
  const isInteger = scanNumber(c);
  const text = asciiText(c.bytes, start, c.pos);
  const value = Number(text);
  if (isInteger && Number.isSafeInteger(value)) return value;
  if (isInteger && text.length <= MAX_64_BIT_DIGITS) {
    const exact = BigInt(text);
    if (exact >= -(2n ** 63n) && exact < 2n ** 64n) return exact;
  }
  return c.keepsDigits ? new Digits(text) : new Float(value);
}

function readObject(c: Cursor, depth: number): JsonObject {
  if (depth > MAX_DEPTH) return c.fail(`nesting deeper than ${MAX_DEPTH}`);
  const object = emptyObject();
  c.pos++;
  skipSpace(c);
  if (c.pos < c.end && c.bytes[c.pos] === 0x7d) {
    c.pos++;
    return object;
  }
  for (;;) {
    skipSpace(c);
    if (c.pos >= c.end) return c.failAtEnd('an object');
    if (c.bytes[c.pos] !== 0x22) return c.fail('expected a key');
    const at = c.pos;
    const key = readString(c);
    if (key in object) return c.fail(`duplicate key ${quote(key)}`, at);
    passColon(c);
    object[key] = valueAt(c, depth);
    if (passComma(c, 0x7d, 'an object')) return object;
  }
}

function readArray(c: Cursor, depth: number): JsonValue[] {
  if (depth > MAX_DEPTH) return c.fail(`nesting deeper than ${MAX_DEPTH}`);
  const array: JsonValue[] = [];
  c.pos++;
  skipSpace(c);
  if (c.pos < c.end && c.bytes[c.pos] === 0x5d) {
    c.pos++;
    return array;
  }
  for (;;) {
    array.push(valueAt(c, depth));
    if (passComma(c, 0x5d, 'an array')) return array;
  }
}

export function passColon(c: Cursor): void {
  skipSpace(c);
  if (c.pos >= c.end) c.failAtEnd('an object');
  if (c.bytes[c.pos] !== 0x3a) c.fail('expected `:`');
  c.pos++;
}

/** Skips a comma (returns false) or the closing bracket (returns true). */
export function passComma(c: Cursor, close: number, what: string): boolean {
  skipSpace(c);
  if (c.pos >= c.end) return c.failAtEnd(what);
  const byte = c.bytes[c.pos];
  if (byte !== close && byte !== 0x2c) return c.fail(`expected \`,\` or \`${String.fromCharCode(close)}\``);
  c.pos++;
  return byte === close;
}
