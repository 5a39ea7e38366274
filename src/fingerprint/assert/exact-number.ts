/**
 * Numbers of JSON compared as the decimal numbers that they are, with any number of digits and any exponent: nothing is rounded, and no power of
 * ten is written out.
 *
 *     compareExact(readExact('1e400'), readExact('999'))      positive
 */
import type { Decimal } from './decimal.ts';
import { formatDecimal } from './decimal.ts';

export interface Exact {
  readonly sign: -1 | 0 | 1;
  /** Without zeros at either end. */
  readonly digits: string;
  /** The position of the decimal point, counted from the first digit. */
  readonly point: bigint;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** For a text that is a number of JSON, in any spelling. */
export function readExact(text: string): Exact {
  const [, sign = '', whole = '', fraction = '', power = '0'] = NUMBER.exec(text) ?? [];
  const all = whole + fraction;
  let [start, end] = [0, all.length];
  while (start < end && all[start] === '0') start++;
  while (end > start && all[end - 1] === '0') end--;
  if (start === end) return { sign: 0, digits: '', point: 0n };
  return { sign: sign === '-' ? -1 : 1, digits: all.slice(start, end), point: BigInt(power) + BigInt(whole.length - start) };
}

export function exactOf(decimal: Decimal): Exact {
  return readExact(formatDecimal(decimal));
}

/** Negative, 0 or positive. */
export function compareExact(a: Exact, b: Exact): number {
  if (a.sign !== b.sign) return a.sign - b.sign;
  const size = a.point !== b.point ? (a.point < b.point ? -1 : 1) : a.digits === b.digits ? 0 : a.digits < b.digits ? -1 : 1;
  return size * a.sign;
}

export function isWhole({ digits, point }: Exact): boolean {
  return BigInt(digits.length) <= point;
}

/** Whether `a` is a whole number of times `b`, which is not 0. */
export function isMultiple(a: Exact, b: Exact): boolean {
  if (a.sign === 0) return true;
  const shift = a.point - BigInt(a.digits.length) - (b.point - BigInt(b.digits.length));
  // The digits end with no zero, so they cannot be divided by a power of ten.
  if (shift < 0n) return false;
  const divisor = BigInt(b.digits);
  return (BigInt(a.digits) * powerOfTen(shift, divisor)) % divisor === 0n;
}

/** Modulo `divisor`. */
function powerOfTen(power: bigint, divisor: bigint): bigint {
  let [result, base] = [1n, 10n % divisor];
  for (let rest = power; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * base) % divisor;
    base = (base * base) % divisor;
  }
  return result;
}
