import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../tests/helpers/trials.ts';
import { percentDecoded, percentDecodedText, vectors } from '../../../tests/vectors/vector-file.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { parseJson } from './read.ts';
import { emptyObject, Float, isJsonObject, type JsonValue } from './value.ts';
import { formatJcs, formatSpine, quote } from './write.ts';

const anyValue = fc.jsonValue({ stringUnit: 'binary' });

/** Whole numbers beyond 2^53-1 as floats: as integers they have no jcs form. */
function withFloats(value: unknown): JsonValue {
  return mapped(value, (number) => (Number.isInteger(number) && !Number.isSafeInteger(number) ? new Float(number) : number));
}

function mapped(value: unknown, onNumber: (number: number) => JsonValue): JsonValue {
  if (typeof value === 'number') return onNumber(value);
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  if (Array.isArray(value)) return value.map((child) => mapped(child, onNumber));
  const object = emptyObject();
  for (const [key, child] of Object.entries(value)) object[key] = mapped(child, onNumber);
  return object;
}

function withIntegers(value: unknown): JsonValue {
  return mapped(value, (number) => Math.trunc(number) % 2 ** 53 || 0);
}

/** The simplest writer of the spine form, for values whose numbers are integers. */
function plainly(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(plainly).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${plainly(value[key] as JsonValue)}`).join(',')}}`;
}

const forms = [
  ['formatSpine()', formatSpine],
  ['formatJcs()', formatJcs],
] as const;

test.each(vectors('json-accepted.tsv'))('formatSpine() and formatJcs() on the vectors write %s', (_, input = '', spine = '', jcs = '') => {
  const value = parseJson(percentDecoded(input));
  expect(formatSpine(value)).toBe(percentDecodedText(spine));
  if (jcs === '!') expect(() => formatJcs(value)).toThrow(RangeError);
  else expect(formatJcs(value)).toBe(percentDecodedText(jcs === '=' ? spine : jcs));
});

test('formatJcs() writes what the package canonicalize writes', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      expect(formatJcs(withFloats(value))).toBe(canonicalize(value));
    }),
    runs(2000),
  );
});

test('formatSpine() is stable: its output is read and written again as the same bytes', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const text = formatSpine(withFloats(value));
      expect(formatSpine(parseJson(encodeUtf8(text)))).toBe(text);
    }),
    runs(1000),
  );
});

test('formatSpine() writes the same as the simplest writer', () => {
  fc.assert(
    fc.property(anyValue.map(withIntegers), (value) => {
      expect(formatSpine(value)).toBe(plainly(value));
    }),
    runs(1000),
  );
});

describe.each(forms)('%s', (_, format) => {
  test('writes plain literals like values from the reader', () => {
    const text = '{"z":[1,-2,"\\n",null,true,{"b":{},"a":[]}],"10":0.5,"9":"\u{1f600}"}';
    expect(format(JSON.parse(text) as JsonValue)).toBe(format(parseJson(encodeUtf8(text))));
  });

  test('writes an own __proto__ key', () => {
    const object = emptyObject();
    object['__proto__'] = 1;
    object['a'] = 2;
    expect(format(object)).toBe('{"__proto__":1,"a":2}');
  });

  test('does not write inherited properties', () => expect(format(Object.create({ a: 1 }) as JsonValue)).toBe('{}'));

  test('does not call toJSON', () => expect(format({ toJSON: 'x' })).toBe('{"toJSON":"x"}'));

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
  ])('throws on %s, alone, in an array and in an object', (_name, value) => {
    expect(() => format(value as JsonValue)).toThrow(TypeError);
    expect(() => format([value as JsonValue])).toThrow(TypeError);
    expect(() => format({ a: value as JsonValue })).toThrow(TypeError);
  });

  test('throws on a hole in an array', () => expect(() => format(Object.assign([], { 1: 'x' }) as JsonValue)).toThrow(TypeError));

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, new Float(Number.NaN)])('throws on %s', (value) =>
    expect(() => format([value])).toThrow(RangeError),
  );

  test.each(['\ud800', '\udc00', 'a\udfff', '\udc00\ud800', '\ud83dx'])(
    'throws on the lone surrogate in %j, as value and as key',
    (text) => {
      expect(() => format(text)).toThrow(RangeError);
      expect(() => format({ [text]: 1 })).toThrow(RangeError);
    },
  );
});

test('quote() escapes what JSON.stringify escapes', () => {
  for (let unit = 0; unit < 0x10000; unit++) {
    if (unit >= 0xd800 && unit <= 0xdfff) continue;
    const text = String.fromCharCode(unit);
    if (quote(text) !== JSON.stringify(text)) expect.fail(unit.toString(16));
  }
});

test('quote() escapes no character from space on, except quote and backslash', () => {
  expect(quote('\u{7f}\u{2028}\u{2029}/<\u{1f600}')).toBe('"\u{7f}\u{2028}\u{2029}/<\u{1f600}"');
  expect(quote('"\\')).toBe('"\\"\\\\"');
});
