/**
 * Formats a number in each of the two canonical forms.
 *
 *     spineNumber(new Float(1))      1.0        spineNumber(new Float(1e16))   1e+16
 *     jcsNumber(new Float(1))        1          jcsNumber(2 ** 53)             refused
 *
 * and, for comparing data, as the decimal number that it is: one text for every spelling, and no digit less.
 *
 *     exactNumber of 1.0 and 10e-1   1          of 0.1000000000000000055511   0.1000000000000000055511
 */
import { Digits, Float } from './value.ts';

export function spineNumber(value: number | bigint | Float): string {
  if (typeof value === 'bigint') {
    if (value < -(2n ** 63n) || value >= 2n ** 64n) throw new RangeError(`integer ${value} does not fit 64 bits`);
    return value.toString();
  }
  if (typeof value === 'number' && Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value);
  return spineFloat(value instanceof Float ? value.value : value);
}

/** The shortest digits that parse to the same double; decimal for 1e-5 <= |x| < 1e16, and always with a point or an exponent. */
function spineFloat(x: number): string {
  if (!Number.isFinite(x)) throw new RangeError(`${x} is not a JSON number`);
  if (x === 0) return Object.is(x, -0) ? '-0.0' : '0.0';
  const size = Math.abs(x);
  if (size < 1e-5 || size >= 1e16) return x.toExponential();
  const text = String(x);
  return text.includes('.') ? text : `${text}.0`;
}

export function jcsNumber(value: number | bigint | Float): string {
  if (value instanceof Float) return jcsDouble(value.value);
  if (typeof value === 'number' && !Number.isInteger(value)) return jcsDouble(value);
  if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) throw new RangeError(`integer ${value} is beyond 2^53-1`);
  return jcsDouble(Number(value));
}

function jcsDouble(x: number): string {
  if (!Number.isFinite(x)) throw new RangeError(`${x} is not a JSON number`);
  return String(x === 0 ? 0 : x);
}

/** A decimal that is in its exact form already. */
const IN_EXACT_FORM = /^-?(?:0|[1-9]\d*)\.\d*[1-9]$/;
/** Up to this many digits before the point, and behind it, no exponent is written. */
const PLAIN_DIGITS = 21;

export function exactNumber(value: number | bigint | Float): string {
  const text = value instanceof Digits ? value.token : String(value instanceof Float ? value.value : value);
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return text;
  return text.length <= PLAIN_DIGITS && IN_EXACT_FORM.test(text) ? text : exactDecimal(text);
}

/** Zeros that change nothing are left out; minus zero is zero. */
function exactDecimal(text: string): string {
  const [, sign, whole, fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]\+?(-?\d+))?$/.exec(text) as unknown as string[] as [
    string,
    string,
    string,
    string?,
    string?,
  ];
  const all = whole + fraction;
  let [start, end] = [0, all.length];
  while (start < end && all[start] === '0') start++;
  while (end > start && all[end - 1] === '0') end--;
  if (start === end) return '0';
  const digits = all.slice(start, end);
  // The position of the decimal point, counted from the first digit; an exponent may have any number of digits.
  const point = BigInt(power) + BigInt(whole.length - start);
  const behind = BigInt(digits.length) - point;
  if (point > PLAIN_DIGITS || behind > PLAIN_DIGITS)
    return `${sign}${digits[0]}${digits.length > 1 ? `.${digits.slice(1)}` : ''}e${point - 1n}`;
  const at = Number(point);
  if (behind <= 0n) return `${sign}${digits.padEnd(at, '0')}`;
  return at > 0 ? `${sign}${digits.slice(0, at)}.${digits.slice(at)}` : `${sign}0.${'0'.repeat(-at)}${digits}`;
}
