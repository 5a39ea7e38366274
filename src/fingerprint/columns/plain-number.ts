/**
 * Reads a number of the simplest form directly from bytes: an optional minus, at most 15 digits, at most one decimal sign. Every other form is
 * left to `readNumber`. Two such numbers are equal only if their doubles are, so they can be compared as doubles.
 *
 *     readPlainNumber(encodeUtf8('-12.50'), 0, 6, 0x2e)      true: plain.units -1250, plain.scale 2
 */
import type { NumberSigns } from '../assert/decimal.ts';

const MAX_DIGITS = 15;
const POWERS = Array.from({ length: MAX_DIGITS + 1 }, (_, i) => 10 ** i);

/** The number that was read last. */
export const plain = { units: 0, scale: 0, isWhole: false };

/** The byte of the decimal sign; -1 if a number with that sign may be another one, so that it is left to `readNumber`. */
export function decimalByte({ decimal, onAmbiguous }: NumberSigns): number {
  return onAmbiguous === undefined ? decimal.charCodeAt(0) : -1;
}

/** `decimal` is what `decimalByte` returns. */
export function readPlainNumber(bytes: Uint8Array, start: number, end: number, decimal: number): boolean {
  const isNegative = bytes[start] === 0x2d;
  let units = 0;
  let digits = 0;
  let point = -1;
  for (let at = isNegative ? start + 1 : start; at < end; at++) {
    const code = bytes[at] as number;
    const digit = code - 0x30;
    if (digit >= 0 && digit <= 9) {
      units = units * 10 + digit;
      digits++;
    } else if (code === decimal && point < 0) point = at;
    else return false;
  }
  if (digits === 0 || digits > MAX_DIGITS) return false;
  plain.units = isNegative ? -units : units;
  plain.scale = point < 0 ? 0 : end - point - 1;
  plain.isWhole = point < 0;
  return true;
}

/** The double next to the number that was read last. */
export function plainDouble(): number {
  return plain.scale === 0 ? plain.units : plain.units / (POWERS[plain.scale] as number);
}
