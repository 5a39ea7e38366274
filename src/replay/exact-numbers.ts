/**
 * Numbers that a double holds (R1, R10): RFC 8785 writes the nearest double, so a token that means another number would be hashed as if it
 * meant that one. Held against each other are the token and the shortest text of its double, as decimal numbers.
 *
 *     0.1   1.10   1e2   100.0   9007199254740992.0     let pass
 *     requireExactNumbers(bytes of '[\n9007199254740993.0]')     JsonError: number 9007199254740993.0 is no double: … at line 2 column 1
 *
 * Integer tokens beyond 2^53-1 are refused even where a double holds them: others would read them as another kind of number.
 */
import { Cursor } from '#core/json/cursor';
import { asciiText, scanNumber } from '#core/json/token';

/** A decimal number of so many digits is always the shortest text of its double, unless that is close to zero: then it has an exponent. */
const ALWAYS_EXACT = 15;
const LONGEST_SHOWN = 40;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const EXPONENT = 0x65;

/** `text` is known to be JSON. */
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
      // Nearly all numbers are short and without an exponent, and are passed over here.
      const isShort = next - at <= ALWAYS_EXACT && (next === end || ((text[next] as number) | 0x20) !== EXPONENT);
      at = (isShort ? next : requireExact(text, at)) - 1;
    }
  }
}

function isDigitOrPoint(byte: number): boolean {
  return byte <= 0x39 && (byte >= 0x30 || byte === 0x2e);
}

/** Where the token ends. */
function requireExact(text: Uint8Array, start: number): number {
  const c = new Cursor(text, start);
  const isInteger = scanNumber(c);
  const token = asciiText(text, start, c.pos);
  const value = Number(token);
  if (isInteger && !Number.isSafeInteger(value)) c.fail(`integer ${shown(token)} is beyond 2^53-1`, start);
  const nearest = String(value);
  if (nearest !== token && !isSameDecimal(token, nearest))
    c.fail(`number ${shown(token)} is no double: the nearest one is ${nearest}`, start);
  return c.pos;
}

function shown(token: string): string {
  return token.length > LONGEST_SHOWN ? `${token.slice(0, LONGEST_SHOWN)}…` : token;
}

/** Exactly, without a double: the digits that count, and the power of ten of the last of them. The sign is the same in both. */
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
