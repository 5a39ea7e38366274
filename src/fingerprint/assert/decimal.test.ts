import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, distance, formatDecimal, isAtMost, parseDecimal, readNumber, ZERO } from './decimal.ts';
import { isOfType, valueType } from './value-type.ts';

const decimal = (text: string) => parseDecimal(text) ?? ZERO;

describe('readNumber()', () => {
  it.each([
    ['12', '12', 'number'],
    [' -1,234,567.50 ', '-1234567.5', 'number'],
    ['(12.5)', '-12.5', 'number'],
    ['.5', '0.5', 'number'],
    ['5.', '5', 'number'],
    ['1e-6', '0.000001', 'number'],
    ['1.5E+3', '1500', 'number'],
    ['-0', '0', 'number'],
    ['$12', '12', 'currency'],
    ['-$ 12', '-12', 'currency'],
    ['$-12', '-12', 'currency'],
    ['($1,000.00)', '-1000', 'currency'],
    ['EUR 3.20', '3.2', 'currency'],
    ['3.20 €', '3.2', 'currency'],
    ['3 EUR', '3', 'currency'],
    ['4.5%', '0.045', 'percentage'],
    ['100 %', '1', 'percentage'],
  ])('reads %j as %s, a %s', (text, value, look) => {
    const read = readNumber(text);
    expect([formatDecimal(read?.value ?? ZERO), read?.look]).toEqual([value, look]);
  });

  it.each([
    '',
    ' ',
    '.',
    '-',
    '$',
    '%',
    '()',
    '1,23',
    '1,2345',
    '12,34.5',
    '1.2.3',
    '--1',
    '(-1)',
    '1e',
    '1e309',
    '1e1000',
    '0x10',
    'NaN',
    'Infinity',
    '1 2',
    '$5%',
    '#REF!',
    '1'.repeat(65),
  ])('does not read %j as a number', (text) => expect(readNumber(text)).toBeNull());
});

describe('Decimal', () => {
  it('sums do not depend on the order of the terms', () => {
    const cents = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(cents, (list) => {
        const sum = (items: readonly number[]) => items.reduce((total, item) => add(total, decimal(`${item}e-2`)), ZERO);
        const expected = list.reduce((total, item) => total + BigInt(item), 0n);
        const found = sum(list);
        expect(distance(found, sum([...list].reverse())).units).toBe(0n);
        expect(distance(found, { units: expected, scale: 2 }).units).toBe(0n);
        expect(decimal(formatDecimal(found)).units === 0n).toBe(expected === 0n);
      }),
    );
  });

  it('isAtMost() compares across scales', () => {
    expect(isAtMost(decimal('1.10'), decimal('1.1'))).toBe(true);
    expect(isAtMost(decimal('1.11'), decimal('1.1'))).toBe(false);
    expect(isAtMost(decimal('-2'), decimal('-1.999'))).toBe(true);
  });
});

describe('valueType()', () => {
  it.each([
    ['Ada', 'string'],
    ['12/2025', 'string'],
    ['1A', 'string'],
    ['7', 'number'],
    ['$7', 'currency'],
    ['7%', 'percentage'],
    ['2025-12-31', 'date'],
    ['2025-12-31T10:00:00Z', 'date'],
    ['12/31/25', 'date'],
    ['31.12.2025', 'date'],
    ['Dec 31, 2025', 'date'],
    ['31 December 2025', 'date'],
    ['31-Dec-25', 'date'],
  ])('calls %s a %s', (text, type) => expect(valueType(text)).toBe(type));

  it('isOfType() treats number and currency as interchangeable', () => {
    expect([isOfType('$7', 'number'), isOfType('7', 'currency'), isOfType('7%', 'number'), isOfType('7', 'string')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

it.each([
  ['1,234', null],
  ['-1.234', null],
  ['0,125', null],
  ['(€ 1,234)', null],
  ['1.234%', null],
  ['1.234e3', null],
  ['0.125', '0.125'],
  ['1234', '1234'],
  ['1,234.5', '1234.5'],
  ['1,234,567', '1234567'],
  ['1.25', '1.25'],
  ['1.2345', '1.2345'],
  ['1234.567', '1234.567'],
])('readNumber() of %s, where the signs are assumed, is %s', (text, value) => {
  const ambiguous: string[] = [];
  const number = readNumber(text, { decimal: '.', thousands: ',', onAmbiguous: (one) => ambiguous.push(one) });
  expect(number === null ? null : formatDecimal(number.value)).toBe(value);
  expect(ambiguous).toEqual(value === null ? [text] : []);
});
