import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { runs } from '../../../tests/helpers/trials.ts';
import { add, formatDecimal, isAtMost, parseDecimal, roundDecimal, shortDouble, ZERO } from '../assert/decimal.ts';
import { ExactSum } from '../assert/exact-sum.ts';
import { plain, plainDouble, readPlainNumber } from './plain-number.ts';

const written = fc.string({ unit: fc.constantFrom(...Array.from('0123456789012345678900.-,e (')), maxLength: 18 });

function plainly(text: string): boolean {
  const bytes = encodeUtf8(`;${text};`);
  return readPlainNumber(bytes, 1, bytes.length - 1, 0x2e);
}

it('readPlainNumber reads what readNumber reads, or leaves it', () => {
  fc.assert(
    fc.property(written, (text) => {
      if (!plainly(text)) return;
      const exact = parseDecimal(text);
      expect(formatDecimal({ units: BigInt(plain.units), scale: plain.scale })).toBe(formatDecimal(exact ?? { units: 1n, scale: 99 }));
    }),
    runs(5000),
  );
});

it.each(['12', '-12.50', '.5', '5.', '0', '123456789012345'])('readPlainNumber reads %s', (text) => expect(plainly(text)).toBe(true));

it.each(['', '-', '.', '+5', '1,000', ' 5', '5 ', '1e3', '1234567890123456', '1.2.3', '(5)'])('readPlainNumber leaves %j', (text) =>
  expect(plainly(text)).toBe(false),
);

it('plainDouble orders numbers as they are ordered exactly', () => {
  const number = fc
    .tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 6 }))
    .map(([units, scale]) => formatDecimal({ units: BigInt(units), scale }));
  fc.assert(
    fc.property(number, number, (a, b) => {
      plainly(a);
      const first = plainDouble();
      plainly(b);
      expect(first <= plainDouble()).toBe(isAtMost(parseDecimal(a) ?? ZERO, parseDecimal(b) ?? ZERO));
      expect(first).toBe(shortDouble(parseDecimal(a) ?? ZERO));
    }),
  );
});

it('ExactSum adds small and large numbers without loss', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -(2 ** 49), max: 2 ** 49 }), fc.integer({ min: 0, max: 15 })), { maxLength: 60 }),
      (terms) => {
        const sum = new ExactSum({ decimal: '.', thousands: ',' });
        for (const [units, scale] of terms) sum.addUnits(units, scale);
        sum.add('12345678901234567890.5');
        const exact = terms.reduce(
          (total, [units, scale]) => add(total, { units: BigInt(units), scale }),
          parseDecimal('12345678901234567890.5') ?? ZERO,
        );
        expect(formatDecimal(sum.value)).toBe(formatDecimal(exact));
      },
    ),
  );
});

it.each([
  ['1.005', 2, '1.01'],
  ['-1.005', 2, '-1.01'],
  ['1.0049', 2, '1'],
  ['7', 2, '7'],
  ['0.5', 0, '1'],
])('roundDecimal of %s to %d decimals is %s', (text, decimals, rounded) =>
  expect(formatDecimal(roundDecimal(parseDecimal(text) ?? ZERO, decimals))).toBe(rounded),
);

it.each([
  ['1.234,50', ',', '.', '1234.5'],
  ["1'234.50", '.', "'", '1234.5'],
  ['1’234.50', '.', "'", '1234.5'],
  ['1 234 567,5', ',', ' ', '1234567.5'],
  ['1\u00a0234,5', ',', ' ', '1234.5'],
  ['100,00 €', ',', '.', '100'],
  ['(7,5)', ',', '', '-7.5'],
])('parseDecimal reads %j with the signs %j and %j', (text, decimal, thousands, value) =>
  expect(formatDecimal(parseDecimal(text, { decimal: decimal as '.' | ',', thousands }) ?? ZERO)).toBe(value),
);

it.each([
  ['1,234.50', ',', '.'],
  ['1.23,5', ',', '.'],
  ['1.234', ',', ''],
  ['1,234', '.', ''],
  ['1 234', ',', '.'],
])('parseDecimal does not read %j with the signs %j and %j', (text, decimal, thousands) =>
  expect(parseDecimal(text, { decimal: decimal as '.' | ',', thousands })).toBeNull(),
);
