/**
 * Formats a number in each of the two canonical forms.
 *
 *     spineNumber(new Float(1))      1.0        spineNumber(new Float(1e16))   1e+16
 *     jcsNumber(new Float(1))        1          jcsNumber(2 ** 53)             refused
 */
import { Float } from './value.ts';

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
