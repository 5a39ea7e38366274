/**
 * Integers that a double holds exactly (R1): RFC 8785 knows no others.
 *
 *     requireSafeIntegers(bytes of '[\n9007199254740992]')      JsonError: integer 9007199254740992 is beyond 2^53-1 at line 2 column 1
 */
import { Cursor } from '#core/json/cursor';
import { asciiText, scanNumber, scanString } from '#core/json/token';

/** Shorter tokens are safe. */
const LONGEST_SAFE = 15;
const LONGEST_SHOWN = 40;

/** `text` is known to be JSON. */
export function requireSafeIntegers(text: Uint8Array): void {
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] as number;
    run = byte >= 0x30 && byte <= 0x39 ? run + 1 : 0;
    // Few files have so many digits in a row; only those are looked at token by token.
    if (run > LONGEST_SAFE) return requireEach(new Cursor(text));
  }
}

function requireEach(c: Cursor): void {
  while (c.pos < c.end) {
    const byte = c.bytes[c.pos] as number;
    if (byte === 0x22) scanString(c);
    else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) requireSafe(c);
    else c.pos++;
  }
}

function requireSafe(c: Cursor): void {
  const start = c.pos;
  if (!scanNumber(c) || c.pos - start <= LONGEST_SAFE) return;
  const token = asciiText(c.bytes, start, c.pos);
  if (Number.isSafeInteger(Number(token))) return;
  const shown = token.length > LONGEST_SHOWN ? `${token.slice(0, LONGEST_SHOWN)}…` : token;
  c.fail(`integer ${shown} is beyond 2^53-1`, start);
}
