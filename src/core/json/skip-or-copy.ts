/**
 * The fast path: skips one value, as strictly as the exact reader, and optionally copies it in spine form. It handles what tools usually
 * write: keys without escapes (ascending if they are copied), plain strings, small integers. Everything else, including errors, is left to
 * the exact reader and writer. A differential test checks that both agree.
 */
import type { ByteWriter } from '../bytes/writer.ts';
import type { Cursor } from './cursor.ts';
import { passColon, passComma, readValue, stringAt } from './read.ts';
import { HAS_ESCAPE, MAX_DEPTH, scanLiteral, scanNumber, scanString, skipSpace } from './token.ts';
import { formatSpine, quote } from './write.ts';

/** Keys that are not ascending are compared with all keys before them, up to this many. */
const MAX_COMPARED = 64;

/** An integer token of at most this many bytes is its own canonical text. */
const SURELY_EXACT = 15;

export function passValue(c: Cursor, depth: number, out: ByteWriter | null): void {
  skipSpace(c);
  if (c.pos >= c.end) c.failAtEnd('a value');
  const byte = c.bytes[c.pos] as number;
  if (byte === 0x22) passString(c, out);
  else if (byte === 0x7b) passObject(c, depth + 1, out);
  else if (byte === 0x5b) passArray(c, depth + 1, out);
  else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) passNumber(c, out);
  else {
    const start = c.pos;
    scanLiteral(c);
    out?.copy(c.bytes, start, c.pos);
  }
}

function passString(c: Cursor, out: ByteWriter | null): void {
  const start = c.pos;
  const holds = scanString(c);
  if (out === null) return;
  if ((holds & HAS_ESCAPE) === 0) out.copy(c.bytes, start, c.pos);
  else out.text(quote(stringAt(c.bytes, start, c.pos, holds)));
}

function passNumber(c: Cursor, out: ByteWriter | null): void {
  const start = c.pos;
  const isInteger = scanNumber(c);
  if (out === null) return;
  if (isInteger && c.pos - start <= SURELY_EXACT) out.copy(c.bytes, start, c.pos);
  else exactly(c, start, 0, out);
}

function passObject(c: Cursor, depth: number, out: ByteWriter | null): void {
  if (depth > MAX_DEPTH) c.fail(`nesting deeper than ${MAX_DEPTH}`);
  const start = c.pos;
  const mark = out === null ? 0 : out.length;
  out?.byte(0x7b);
  c.pos++;
  skipSpace(c);
  if (c.pos < c.end && c.bytes[c.pos] === 0x7d) {
    c.pos++;
    out?.byte(0x7d);
    return;
  }
  let lastStart = 0;
  let lastEnd = 0;
  // A copy must have sorted keys, so the fast path can only copy ascending keys.
  const seen: number[] | null = out === null ? [] : null;
  let ascends = true;
  for (;;) {
    skipSpace(c);
    const keyStart = c.pos;
    if (keyStart >= c.end) c.failAtEnd('an object');
    if (c.bytes[keyStart] !== 0x22) c.fail('expected a key');
    const holds = scanString(c);
    ascends &&= lastEnd === 0 || compareRanges(c.bytes, lastStart, lastEnd, keyStart, c.pos) < 0;
    if ((holds & HAS_ESCAPE) !== 0 || !(ascends || isNewKey(c.bytes, seen, keyStart, c.pos))) {
      if (out !== null) out.length = mark;
      exactly(c, start, depth - 1, out);
      return;
    }
    lastStart = keyStart;
    lastEnd = c.pos;
    seen?.push(keyStart, c.pos);
    out?.copy(c.bytes, keyStart, c.pos);
    out?.byte(0x3a);
    passColon(c);
    passValue(c, depth, out);
    if (passComma(c, 0x7d, 'an object')) break;
    out?.byte(0x2c);
  }
  out?.byte(0x7d);
}

/** Whether the key is different from all keys in `seen`, which has a start and an end for each. Returns false if that is not certain. */
function isNewKey(bytes: Uint8Array, seen: readonly number[] | null, start: number, end: number): boolean {
  if (seen === null || seen.length > 2 * MAX_COMPARED) return false;
  for (let i = 0; i < seen.length; i += 2) {
    if (compareRanges(bytes, seen[i] as number, seen[i + 1] as number, start, end) === 0) return false;
  }
  return true;
}

function passArray(c: Cursor, depth: number, out: ByteWriter | null): void {
  if (depth > MAX_DEPTH) c.fail(`nesting deeper than ${MAX_DEPTH}`);
  out?.byte(0x5b);
  c.pos++;
  skipSpace(c);
  if (c.pos < c.end && c.bytes[c.pos] === 0x5d) {
    c.pos++;
    out?.byte(0x5d);
    return;
  }
  for (;;) {
    passValue(c, depth, out);
    if (passComma(c, 0x5d, 'an array')) break;
    out?.byte(0x2c);
  }
  out?.byte(0x5d);
}

/** Reads the value again from `start` with the exact reader, and writes it with the exact writer. */
function exactly(c: Cursor, start: number, depth: number, out: ByteWriter | null): void {
  c.pos = start;
  const value = readValue(c, depth);
  out?.text(formatSpine(value));
}

/**
 * Compares two quoted strings without escapes in byte order. The quotes are left out: otherwise the closing quote of the shorter string
 * would be compared with a byte of the longer one, and a space or `!` sorts before a quote.
 */
export function compareRanges(bytes: Uint8Array, aStart: number, aEnd: number, bStart: number, bEnd: number): number {
  const aLength = aEnd - aStart - 1;
  const bLength = bEnd - bStart - 1;
  const length = aLength < bLength ? aLength : bLength;
  for (let i = 1; i < length; i++) {
    const difference = (bytes[aStart + i] as number) - (bytes[bStart + i] as number);
    if (difference !== 0) return difference;
  }
  return aLength - bLength;
}

/** Whether the value, which is not a string, is certainly its own canonical text: a literal or a small natural number. */
export function isPlainValue(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] as number;
  if (first >= 0x61) return first < 0x7b;
  if (end - start > SURELY_EXACT) return false;
  for (let i = start; i < end; i++) if ((bytes[i] as number) < 0x30 || (bytes[i] as number) > 0x39) return false;
  return first >= 0x30;
}
