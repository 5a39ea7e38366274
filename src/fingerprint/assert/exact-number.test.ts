import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareExact, isMultiple, isWhole, readExact } from './exact-number.ts';

const compared = (a: string, b: string): number => Math.sign(compareExact(readExact(a), readExact(b)));

/** Units and decimals, and the number in one of its spellings. */
const spelled = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 3 }))
  .map(([units, decimals, zeros]) => {
    const digits = (units < 0n ? -units : units).toString();
    return { units, decimals, text: `${units < 0n ? '-' : ''}${digits}${'0'.repeat(zeros)}e-${decimals + zeros}` };
  });

describe('compareExact', () => {
  it.each<[string, string, number]>([
    ['1', '1.0', 0],
    ['-0', '0e5', 0],
    ['10e-1', '1', 0],
    ['0.1', '0.10000000000000000001', -1],
    ['-0.1', '-0.10000000000000000001', 1],
    ['1e400', '999', 1],
    ['-1e400', '999', -1],
    ['1e-400', '0', 1],
    ['12345678901234567890.5', '12345678901234567890.50000000001', -1],
    ['1e99999999999999999999', '2e99999999999999999999', -1],
    ['12', '123', -1],
    ['2', '12', -1],
  ])('compareExact of %s and %s', (a, b, sign) => {
    expect(compared(a, b)).toBe(sign);
    expect(compared(b, a)).toBe(sign === 0 ? 0 : -sign);
  });

  it('compareExact and isMultiple agree with fractions of integers', () => {
    fc.assert(
      fc.property(spelled, spelled, (a, b) => {
        const [left, right] = [a.units * 10n ** BigInt(b.decimals), b.units * 10n ** BigInt(a.decimals)];
        expect(compared(a.text, b.text)).toBe(left === right ? 0 : left < right ? -1 : 1);
        expect(isWhole(readExact(a.text))).toBe(a.units % 10n ** BigInt(a.decimals) === 0n);
        if (b.units !== 0n) expect(isMultiple(readExact(a.text), readExact(b.text))).toBe(left % right === 0n);
      }),
    );
  });
});

describe('isMultiple', () => {
  it.each<[string, string, boolean]>([
    ['19.99', '0.01', true],
    ['19.995', '0.01', false],
    ['0', '0.01', true],
    ['1e400', '3', false],
    ['3e400', '3', true],
    ['1', '1e400', false],
  ])('isMultiple of %s and %s', (a, b, is) => {
    expect(isMultiple(readExact(a), readExact(b))).toBe(is);
  });
});
