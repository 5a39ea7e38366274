import { describe, expect, test } from 'vitest';
import { percentDecoded, percentDecodedText, vectors } from '../../../tests/vectors/vector-file.ts';
import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.ts';
import { ByteWriter } from '../bytes/writer.ts';
import { Cursor } from './cursor.ts';
import { compareRanges, passValue } from './skip-or-copy.ts';
import { skipSpace } from './token.ts';

function copied(bytes: Uint8Array): string {
  const out = new ByteWriter(1);
  out.text('before:');
  const c = new Cursor(bytes);
  passValue(c, 0, out);
  skipSpace(c);
  if (c.pos < c.end) c.fail('trailing characters');
  expect(decodeUtf8(out.bytes.subarray(0, 7))).toBe('before:');
  return decodeUtf8(out.view()).slice(7);
}

function passed(bytes: Uint8Array): void {
  const c = new Cursor(bytes);
  passValue(c, 0, null);
  skipSpace(c);
  if (c.pos < c.end) c.fail('trailing characters');
}

describe('passValue() on the vectors', () => {
  test.each(vectors('json-accepted.tsv'))('passes %s', (_, input = '') => expect(() => passed(percentDecoded(input))).not.toThrow());

  test.each(vectors('json-refused.tsv'))('does not pass %s', (_, input = '', message = '') =>
    expect(() => passed(percentDecoded(input))).toThrow(percentDecodedText(message)),
  );

  test.each(vectors('json-accepted.tsv'))('copies %s in spine form', (_, input = '', spine = '') =>
    expect(copied(percentDecoded(input))).toBe(percentDecodedText(spine)),
  );

  test.each(vectors('json-refused.tsv'))('refuses %s', (_, input = '', message = '') =>
    expect(() => copied(percentDecoded(input))).toThrow(percentDecodedText(message)),
  );

  test.each(vectors('spine-numbers.tsv'))('copies %s as %s', (token = '', text) => expect(copied(encodeUtf8(token))).toBe(text));
});

test('passValue() discards what it wrote of an object whose keys are not ascending', () =>
  expect(copied(encodeUtf8('[{"b":[1,{"d":1}],"a":{"z":1,"y":2}},3]'))).toBe('[{"a":{"y":2,"z":1},"b":[1,{"d":1}]},3]'));

test.each([
  ['b', 'a', 'b'],
  ['a', 'c', 'b', 'c'],
  ['c', 'b', 'a', 'a'],
  ['b', 'a', '\\u0062'],
  [...Array.from({ length: 64 }, (_, i) => `k${99 - i}`), 'k99'],
  [...Array.from({ length: 300 }, (_, i) => `k${999 - i}`), 'k700'],
])('passValue() finds a key that comes twice, in whatever order: %s %s %s', (...keys) => {
  const text = (names: readonly string[]): Uint8Array => encodeUtf8(`[{${names.map((name) => `"${name}":{"z":1,"y":2}`).join()}}]`);
  expect(() => passed(text(keys))).toThrow('duplicate key');
  expect(() => passed(text(keys.slice(0, -1)))).not.toThrow();
});

test('passValue() moves the cursor behind the value', () => {
  const c = new Cursor(encodeUtf8(' {"b":1,"a":2} ,'));
  passValue(c, 0, null);
  expect(c.pos).toBe(14);
});

test.each([
  ['"a"', '"b"', -1],
  ['"a"', '"a"', 0],
  ['"a"', '"a "', -1],
  ['"a!"', '"a"', 1],
  ['"a"', '"a!b"', -1],
  ['""', '" "', -1],
  ['"\u{ffff}"', '"\u{10000}"', -1],
  ['"ab"', '"b"', -1],
])('compareRanges() orders %s and %s by bytes, a prefix first', (a, b, sign) => {
  const bytes = encodeUtf8(a + b);
  const middle = encodeUtf8(a).length;
  expect(Math.sign(compareRanges(bytes, 0, middle, middle, bytes.length))).toBe(sign);
  expect(Math.sign(compareRanges(bytes, middle, bytes.length, 0, middle))).toBe(sign === 0 ? 0 : -sign);
});
