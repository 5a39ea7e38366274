import { expect, test } from 'vitest';
import { percentDecoded, percentDecodedText, vectors } from '../../../tests/vectors/vector-file.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { JsonError, parseJson } from './read.ts';
import { Float, type JsonObject, type JsonValue } from './value.ts';
import { formatSpine } from './write.ts';

const parse = (text: string): JsonValue => parseJson(encodeUtf8(text));

test.each(vectors('json-accepted.tsv'))('parseJson() on the vectors reads %s', (_, input = '', spine = '') =>
  expect(formatSpine(parseJson(percentDecoded(input)))).toBe(percentDecodedText(spine)),
);

test.each(vectors('json-refused.tsv'))('parseJson() on the vectors refuses %s', (_, input = '', message = '') => {
  const bytes = percentDecoded(input);
  expect(() => parseJson(bytes)).toThrow(new JsonError(percentDecodedText(message)));
});

test.each<[string, JsonValue]>([
  ['0', 0],
  ['-7', -7],
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['9007199254740993', 9007199254740993n],
  ['-9007199254740993', -9007199254740993n],
  ['9223372036854775808', 2n ** 63n],
  ['18446744073709551615', 2n ** 64n - 1n],
  ['-9223372036854775808', -(2n ** 63n)],
  ['18446744073709551616', new Float(2 ** 64)],
  ['-9223372036854775809', new Float(-(2 ** 63))],
  ['-0', new Float(-0)],
  ['1.0', new Float(1)],
  ['1E+2', new Float(100)],
  ['1e-400', new Float(0)],
  [`1${'0'.repeat(308)}`, new Float(1e308)],
  [`0.${'0'.repeat(1000)}1`, new Float(0)],
])('parseJson() on numbers gives %s its own kind', (token, value) => {
  const read = parse(token);
  expect(read).toStrictEqual(value);
  if (value instanceof Float) expect(Object.is((read as Float).value, value.value)).toBe(true);
});

test('parseJson() on objects returns objects without a prototype, in which __proto__ is an ordinary key', () => {
  const object = parse('{"__proto__":{"isAdmin":true},"constructor":1}') as JsonObject;
  expect(Object.getPrototypeOf(object)).toBeNull();
  expect(Object.keys(object)).toEqual(['__proto__', 'constructor']);
  expect(object['isAdmin']).toBeUndefined();
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
});

test('parseJson() on objects finds a duplicate key behind a thousand others', () => {
  const keys = Array.from({ length: 1000 }, (_, i) => `"k${i}":${i}`).join(',');
  expect(Object.keys(parse(`{${keys}}`) as JsonObject)).toHaveLength(1000);
  expect(() => parse(`{${keys},"k0":0}`)).toThrow('duplicate key "k0"');
  expect(() => parse(`{${keys},"\\u006b999":0}`)).toThrow('duplicate key "k999"');
});

const megabytes = (count: number, byte: string): Uint8Array => new Uint8Array(count << 20).fill(byte.charCodeAt(0));

test.each([
  ['[', 'nesting deeper than 128 at line 1 column 129'],
  [' ', 'EOF while parsing a value'],
  ['9', 'number out of range at line 1 column 1'],
  ['"', 'trailing characters at line 1 column 3'],
])('parseJson() on attacks refuses 64 MiB of %j', (byte, message) => expect(() => parseJson(megabytes(64, byte))).toThrow(message));

test('parseJson() on attacks reads a number of 16 MiB', () => {
  const bytes = megabytes(16, '0');
  bytes.set(encodeUtf8('0.'));
  expect(parseJson(bytes)).toStrictEqual(new Float(0));
});

test('parseJson() on attacks reads a string of 16 MiB', () => {
  const bytes = megabytes(16, 'x');
  bytes[0] = bytes[bytes.length - 1] = 0x22;
  expect(parseJson(bytes)).toHaveLength(bytes.length - 2);
});

test('parseJson() on attacks does not count adjacent arrays as nesting', () =>
  expect(parse(`[${Array.from({ length: 1000 }, () => '[{}]').join(',')}]`)).toHaveLength(1000));

const readsOrNot = (bytes: Uint8Array): boolean => {
  try {
    parseJson(bytes);
    return true;
  } catch (error) {
    if (error instanceof JsonError && error.message.startsWith('invalid UTF-8')) return false;
    throw error;
  }
};

test('parseJson() on invalid UTF-8 refuses a character cut at any place, in text and before the end', () => {
  for (const character of ['\u{e9}', '\u{7ff}', '\u{800}', '\u{20ac}', '\u{ffff}', '\u{10000}', '\u{10ffff}']) {
    const bytes = encodeUtf8(character);
    for (let length = 1; length < bytes.length; length++) {
      for (const after of ['"', 'abcd"', '\u{e9}"', '\u{1f600}"', '']) {
        const cut = Uint8Array.from([0x22, ...bytes.subarray(0, length), ...encodeUtf8(after)]);
        expect(readsOrNot(cut), [...cut].join(' ')).toBe(false);
      }
      const headless = Uint8Array.from([0x22, ...bytes.subarray(length), 0x22]);
      expect(readsOrNot(headless), [...headless].join(' ')).toBe(false);
    }
    expect(readsOrNot(Uint8Array.from([0x22, ...bytes, 0x22]))).toBe(true);
  }
});

test('parseJson() on invalid UTF-8 refuses every lone byte from 80 to ff', () => {
  for (let byte = 0x80; byte < 0x100; byte++) expect(readsOrNot(Uint8Array.of(0x22, byte, 0x22))).toBe(false);
});

test('parseJson() on a part of the bytes reads from start to end and counts lines and columns from start', () => {
  const bytes = encodeUtf8('\n\n[1,2]\n{"a":x}');
  expect(parseJson(bytes, 2, 7)).toEqual([1, 2]);
  expect(() => parseJson(bytes, 8, 15)).toThrow(new JsonError('expected value at line 1 column 6'));
  expect(() => parseJson(bytes, 2, 6)).toThrow(new JsonError('EOF while parsing an array at line 1 column 5'));
  expect(() => parseJson(bytes, 2)).toThrow(new JsonError('trailing characters at line 2 column 1'));
});
