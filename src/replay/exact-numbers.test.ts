import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { runs } from '../../tests/helpers/trials.ts';
import { requireExactNumbers } from './exact-numbers.ts';

const judge = (text: string) => () => requireExactNumbers(encodeUtf8(text));

function isLetPass(text: string): boolean {
  try {
    requireExactNumbers(encodeUtf8(text));
    return true;
  } catch {
    return false;
  }
}

/** The number as a fraction of integers, so that two tokens are compared exactly. */
function fractionOf(token: string): { readonly over: bigint; readonly under: bigint } {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const power = Number(exponent) - fraction.length;
  const digits = BigInt(sign + whole + fraction);
  return power < 0 ? { over: digits, under: 10n ** BigInt(-power) } : { over: digits * 10n ** BigInt(power), under: 1n };
}

function isExact(token: string): boolean {
  const [a, b] = [fractionOf(token), fractionOf(String(Number(token)))];
  return a.over * b.under === b.over * a.under;
}

it.each([
  '9007199254740991',
  '-9007199254740991',
  '9007199254740992.0',
  '9007199254740992e0',
  '9007199254740.9920e3',
  '0.1',
  '-0',
  '-0.0',
  '0.000e-999999999999999999999',
  '1.10',
  '1e2',
  '100.0',
  '1E+300',
  '1e-5',
  '5e-324',
  '2.2250738585072014e-308',
  '1.7976931348623157e308',
  '0.30000000000000004',
  '12345678901234567000.0',
  '"9007199254740993"',
  '["\\"9007199254740993", -0]',
  '["\\\\", "1e-400", "\\\\\\"1e-400"]',
  '{"9007199254740993":1, "1e-400":[true,false,null]}',
  '"0123456789012345678901234567890E"',
])('requireExactNumbers() lets pass %s', (text) => expect(judge(text)).not.toThrow());

it.each([
  ['9007199254740992', 'integer 9007199254740992 is beyond 2^53-1 at line 1 column 1'],
  ['[1,\n -9007199254740992]', 'integer -9007199254740992 is beyond 2^53-1 at line 2 column 2'],
  ['{"a":"9007199254740993","b":18446744073709551616}', 'integer 18446744073709551616 is beyond 2^53-1 at line 1 column 29'],
  ['7'.repeat(300), `integer ${'7'.repeat(40)}… is beyond 2^53-1 at line 1 column 1`],
  ['12345678901234567.89', 'number 12345678901234567.89 is not exactly a double: the nearest one is 12345678901234568 at line 1 column 1'],
  ['{"p":\n 1e-400}', 'number 1e-400 is not exactly a double: the nearest one is 0 at line 2 column 2'],
  ['9007199254740993.0', 'number 9007199254740993.0 is not exactly a double: the nearest one is 9007199254740992 at line 1 column 1'],
  ['9007199254740993e0', 'the nearest one is 9007199254740992'],
  ['3e-324', 'number 3e-324 is not exactly a double: the nearest one is 5e-324'],
  ['7E-324', 'the nearest one is 5e-324'],
  ['-1e-99999999999999999999999', 'the nearest one is 0'],
  ['0.1000000000000000055511151231257827', 'the nearest one is 0.1 at line 1 column 1'],
  ['0.12345678901234567890', 'the nearest one is 0.12345678901234568'],
  ['[123456789012345678e0, 1]', 'the nearest one is 123456789012345680'],
  ['[1,1.7976931348623158e308]', 'the nearest one is 1.7976931348623157e+308'],
])('requireExactNumbers() refuses %s', (text, message) => expect(judge(text)).toThrow(message));

it('requireExactNumbers() accepts every double as JavaScript, and as others, write it', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const token = Number.isInteger(value) ? value.toExponential() : JSON.stringify(value);
      for (const text of [token, value.toExponential(), `[${token.replace('e', 'E')}]`]) expect(judge(text)).not.toThrow();
    }),
    runs(3000),
  );
});

it('requireExactNumbers() agrees with exact arithmetic says', () => {
  const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`));
  const token = fc
    .tuple(fc.constantFrom('', '-'), digits(19), fc.option(digits(20)), fc.option(fc.integer({ min: -345, max: 285 })))
    .map(([sign, whole, fraction, exponent]) => {
      const point = fraction === null ? '' : `.${fraction}`;
      return `${sign}${whole.replace(/^0+(?=\d)/, '')}${point}${exponent === null ? '' : `e${exponent}`}`;
    })
    .filter((text) => /[.e]/.test(text));
  fc.assert(
    fc.property(token, (text) => {
      expect([text, isLetPass(`[${text}]`)]).toEqual([text, isExact(text)]);
    }),
    runs(4000),
  );
});
