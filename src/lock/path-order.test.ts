import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareBytes } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import { type Paths, pathOrder } from './path-order.ts';

function pathsOf(texts: readonly string[]): { paths: Paths; encoded: Uint8Array[] } {
  const encoded = texts.map(encodeUtf8);
  const at = (index: number): Uint8Array => encoded[index] as Uint8Array;
  return { paths: { count: texts.length, bytes: at, start: () => 0, end: (index) => at(index).length }, encoded };
}

function expectSorted(texts: readonly string[]): void {
  const { paths, encoded } = pathsOf(texts);
  const expected = texts.map((_, index) => index).sort((a, b) => compareBytes(encoded[a] as Uint8Array, encoded[b] as Uint8Array) || a - b);
  const { order, hasEqual } = pathOrder(paths);
  expect([...order]).toEqual(expected);
  expect(hasEqual).toBe(new Set(texts).size < texts.length);
}

test.each([
  [[]],
  [['one']],
  [['b', 'a']],
  [['a', 'a', 'a']],
  [['abcdef', 'abcde', 'abcdefg', 'abcdef', '']],
  [['\u{ffff}', '\u{10000}', 'é', 'z', '\u{0}', '']],
  [['part-1/file', 'part-10/file', 'part-1', 'part-1/', 'part-1-a']],
  [['same prefix of many bytes 2', 'same prefix of many bytes 1', 'same prefix of many bytes']],
])('pathOrder() orders %j by bytes, equal ones as they came', (texts) => expectSorted(texts));

test('pathOrder() gives the same order as comparing one by one, for paths of few letters and for any paths', () => {
  const few = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '/', '\u{ffff}', '\u{10000}'), maxLength: 20 }), { maxLength: 60 });
  fc.assert(fc.property(few, expectSorted));
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.toWellFormed()),
        { maxLength: 40 },
      ),
      expectSorted,
    ),
  );
});

test('pathOrder() sorts a long list of paths with long common beginnings', () => {
  const texts = Array.from({ length: 20_000 }, (_, i) => `part-${(i * 7919) % 97}/day-${(i * 31) % 13}/file-${(i * 104_729) % 20_011}.csv`);
  expectSorted(texts);
});
