import { expect, it } from 'vitest';
import { USUAL_SIGNS } from '../assert/decimal.ts';
import { USUAL_DIALECT } from '../dialect.ts';
import { compareValues, valueOf } from './comparable.ts';

const assumed = { ...USUAL_DIALECT, signs: { ...USUAL_SIGNS, onAmbiguous: () => {} } };

it.each([
  ['1,234', '999,5'],
  ['12,5', '3,75'],
  ['1.234', '2.000'],
  ['1.234,50', '7'],
])('compareValues() does not compare %s and %s as text where the decimal sign is only assumed', (a, b) => {
  expect(compareValues(valueOf(a, assumed), valueOf(b, assumed))).toBe(null);
});

it('compareValues() compares texts that are a number with no sign', () => {
  expect(compareValues(valueOf('a,1', assumed), valueOf('b', assumed))).toBeLessThan(0);
  expect(compareValues(valueOf('7', assumed), valueOf('12.25', assumed))).toBeLessThan(0);
});

it('compareValues() compares numbers by the stated signs', () => {
  const stated = { ...USUAL_DIALECT, signs: { decimal: ',', thousands: '.' } as const };
  expect(compareValues(valueOf('12,5', stated), valueOf('3,75', stated))).toBeGreaterThan(0);
});
