/**
 * Checks that every number is exactly a double (R1, R10). RFC 8785 writes the nearest double, so any other number would be hashed as if it were
 * that double. The check compares the token with the shortest text of its double, as decimal numbers.
 *
 *     0.1   1.10   1e2   100.0   9007199254740992.0     let pass
 *     requireExactNumbers(bytes of '[\n9007199254740993.0]')     JsonError: number 9007199254740993.0 is no double: … at line 2 column 1
 *
 * Integer tokens beyond 2^53-1 are refused even if a double can represent them, because other readers treat them as another type of number.
 */

import { Cursor } from '#core/json/cursor';
import { asciiText, scanNumber } from '#core/json/token';
import { shortText } from '#core/short-text';

/** A decimal number with this many digits always round-trips through a double, except close to zero, where it needs an exponent. */
const ALWAYS_EXACT = 15;
const MAX_SHOWN = 40;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const EXPONENT = 0x65;

/** `text` must be valid JSON. */
export function requireExactNumbers(text: Uint8Array): void {
  const end = text.length;
  for (let at = 0; at < end; at++) {
    const byte = text[at] as number;
    if (byte === QUOTE) {
      at++;
      while (text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1;
    } else if (byte <= 0x39 && (byte >= 0x30 || byte === 0x2d)) {
      let next = at + 1;
      while (next < end && isDigitOrPoint(text[next] as number)) next++;
      // Fast path: nearly all numbers are short and have no exponent.
      const isShort = next - at <= ALWAYS_EXACT && (next === end || ((text[next] as number) | 0x20) !== EXPONENT);
      at = (isShort ? next : requireExact(text, at)) - 1;
    }
  }
}

function isDigitOrPoint(byte: number): boolean {
  return byte <= 0x39 && (byte >= 0x30 || byte === 0x2e);
}

/** Returns the end of the token. */
function requireExact(text: Uint8Array, start: number): number {
  const c = new Cursor(text, start);
  const isInteger = scanNumber(c);
  const token = asciiText(text, start, c.pos);
  const value = Number(token);
  if (isInteger && !Number.isSafeInteger(value)) c.fail(`integer ${shown(token)} is beyond 2^53-1`, start);
  const nearest = String(value);
  if (nearest !== token && !isSameDecimal(token, nearest))
    c.fail(`number ${shown(token)} is not exactly a double: the nearest one is ${nearest}`, start);
  return c.pos;
}

function shown(token: string): string {
  return shortText(token, MAX_SHOWN);
}

/** Compares without doubles: the significant digits, and the power of ten of the last digit. The sign is always the same in both. */
function isSameDecimal(a: string, b: string): boolean {
  const [one, other] = [decimalOf(a), decimalOf(b)];
  return one.digits === other.digits && (one.digits === '' || one.power === other.power);
}

const PARTS = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

function decimalOf(text: string): { readonly digits: string; readonly power: number } {
  const [, whole = '', fraction = '', exponent = '0'] = PARTS.exec(text) ?? [];
  const all = whole + fraction;
  let from = 0;
  while (all.charCodeAt(from) === 0x30) from++;
  let to = all.length;
  while (to > from && all.charCodeAt(to - 1) === 0x30) to--;
  return { digits: all.slice(from, to), power: Number(exponent) - fraction.length + all.length - to };
}
