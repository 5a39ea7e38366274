import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../tests/helpers/trials.ts';
import { vectors } from '../../../tests/vectors/vector-file.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { JSON_LIMITS } from './limits.ts';
import { exactNumber, jcsNumber, spineNumber } from './number.ts';
import { parseJson, parseJsonExactly } from './read.ts';
import { Float } from './value.ts';

const numberOf = (token: string): number | bigint | Float => parseJson(encodeUtf8(token)) as number | bigint | Float;

function doubleOf(bits: string): number {
  return new DataView(Uint8Array.from(Buffer.from(bits, 'hex')).buffer).getFloat64(0);
}

test.each(vectors('spine-numbers.tsv'))('spineNumber() writes %s as %s', (token = '', text) =>
  expect(spineNumber(numberOf(token))).toBe(text),
);

test('spineNumber() every double can be read back, as a float', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const read = numberOf(spineNumber(new Float(value)));
      expect(read).toBeInstanceOf(Float);
      expect(Object.is((read as Float).value, value)).toBe(true);
    }),
    runs(3000),
  );
});

test('spineNumber() uses no more digits than needed', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const digitsOf = (text: string): string =>
        text
          .replace(/e.*/, '')
          .replace(/\D/g, '')
          .replace(/^0+|0+$/g, '');
      expect(digitsOf(spineNumber(new Float(value)))).toBe(digitsOf(String(value)));
    }),
    runs(3000),
  );
});

test('spineNumber() every integer of 64 bits can be read back', () => {
  fc.assert(
    fc.property(fc.bigInt(-(2n ** 63n), 2n ** 64n - 1n), (value) => {
      expect(spineNumber(value)).toBe(value.toString());
      expect(BigInt(numberOf(value.toString()) as number | bigint)).toBe(value);
    }),
  );
});

test.each<[number | bigint, string]>([
  [5, '5'],
  [-0, '-0.0'],
  [1.5, '1.5'],
  [2 ** 53, '9007199254740992.0'],
  [5n, '5'],
])('spineNumber() takes the JavaScript value %s as %s', (value, text) => expect(spineNumber(value)).toBe(text));

test.each([2n ** 64n, -(2n ** 63n) - 1n, Number.NaN, Number.POSITIVE_INFINITY, new Float(Number.NaN), new Float(Number.NEGATIVE_INFINITY)])(
  'spineNumber() throws on %s',
  (value) => expect(() => spineNumber(value)).toThrow(RangeError),
);

test.each(vectors('jcs-numbers.tsv'))('jcsNumber() writes the double %s as %s', (bits = '', text) => {
  const value = new Float(doubleOf(bits));
  if (text === '!') expect(() => jcsNumber(value)).toThrow(RangeError);
  else expect(jcsNumber(value)).toBe(text);
});

test('jcsNumber() writes any double as JavaScript does', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(jcsNumber(new Float(value))).toBe(JSON.stringify(value));
    }),
    runs(3000),
  );
});

test.each([2 ** 53, -(2 ** 53), 1e21, 2n ** 53n, -(2n ** 53n), 2n ** 64n, Number.NaN, Number.NEGATIVE_INFINITY])(
  'jcsNumber() refuses %s rather than round it',
  (value) => expect(() => jcsNumber(value)).toThrow(RangeError),
);

test.each<[number | bigint, string]>([
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  [Number.MIN_SAFE_INTEGER, '-9007199254740991'],
  [2n ** 53n - 1n, '9007199254740991'],
  [-0, '0'],
  [0.5, '0.5'],
  [1e-7, '1e-7'],
])('jcsNumber() writes the JavaScript value %s as %s', (value, text) => expect(jcsNumber(value)).toBe(text));

const exactOf = (token: string): string => exactNumber(parseJsonExactly(encodeUtf8(token), JSON_LIMITS.data) as number | bigint | Float);

test.each([
  ['0', '0'],
  ['-0', '0'],
  ['-0.00e5', '0'],
  ['1', '1'],
  ['1.0', '1'],
  ['10e-1', '1'],
  ['1E+2', '100'],
  ['4.50', '4.5'],
  ['-0.000001', '-0.000001'],
  ['98765432109876543211', '98765432109876543211'],
  ['12345678901234.5679', '12345678901234.5679'],
  ['1e21', '1e21'],
  ['1e20', '100000000000000000000'],
  ['1e-21', '0.000000000000000000001'],
  ['1e-22', '1e-22'],
  ['123456789012345678901234', '1.23456789012345678901234e23'],
  ['1e-400', '1e-400'],
  ['12e400', '1.2e401'],
  ['5e99999999999999999999', '5e99999999999999999999'],
])('exactNumber() writes %s as %s', (token, text) => expect(exactOf(token)).toBe(text));

test('exactNumber() gives two tokens one text if, and only if, they are the same number', () => {
  const token = fc
    .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(3), fc.integer({ min: -40, max: 40 }))
    .map(([units, zeros, power]) => ({
      text: `${units}${units === 0n ? '' : '0'.repeat(zeros)}e${power}`,
      units: units * 10n ** BigInt(zeros),
      power,
    }));
  fc.assert(
    fc.property(token, token, fc.boolean(), (a, b, isSame) => {
      const other = isSame ? { text: `${a.units}0e${a.power - 1}`.replace(/^00/, '0'), units: a.units * 10n, power: a.power - 1 } : b;
      const least = Math.min(a.power, other.power);
      const at = ({ units, power }: { units: bigint; power: number }) => units * 10n ** BigInt(power - least);
      expect(exactOf(other.text) === exactOf(a.text)).toBe(at(a) === at(other));
    }),
    { numRuns: 2000 },
  );
});

test('exactNumber() of a double is the decimal number with the fewest digits that read back as it', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Number(exactNumber(new Float(value)))).toBe(value === 0 ? 0 : value);
      expect(exactNumber(new Float(value))).toBe(exactOf(JSON.stringify(value)));
    }),
    { numRuns: 2000 },
  );
});
