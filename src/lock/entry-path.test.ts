import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareUtf8 } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import { quote } from '#core/json/write';
import { runs } from '../../tests/helpers/trials.ts';
import { compareRuns, textOfPath } from './entry-path.ts';

/** Compares quoted paths that are surrounded by other bytes, as in entries. */
function compare(a: string, b: string): number {
  const [x, y] = [encodeUtf8(`{"path":${quote(a)},`), encodeUtf8(`,,${quote(b)}`)];
  return Math.sign(compareRuns(x, 8, x.length - 1, y, 2, y.length));
}

/** Characters whose escapes do not sort like the characters themselves, and their neighbours. */
const CHARACTERS = Array.from('a!"#[\\]\b\t\n\u{b}\f\r\u{1}\u{f}\u{10}\u{1f} u01n/\u{7f}\u{e9}\u{ffff}\u{10000}');
const path = fc.oneof(
  fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

test.each([
  ['a', 'b'],
  ['a', 'aa'],
  ['', 'a'],
  ['a!', 'a"'],
  ['a"', 'a#'],
  ['a"b', 'a#'],
  ['a[', 'a\\'],
  ['a\\', 'a]'],
  ['a\n', 'a\u{b}'],
  ['a\u{b}', 'a\f'],
  ['a\u{1}', 'a\u{1f}'],
  ['a\u{1f}x', 'a '],
  ['a\n', 'a '],
  ['a\nz', 'an'],
  ['a', 'a\n'],
  ['a\\', 'a\\\\'],
  ['a\u{f}', 'a\u{10}'],
  ['\u{ffff}', '\u{10000}'],
])('compareRuns() puts %j before %j', (a, b) =>
  expect([compare(a, b), compare(b, a), compare(a, a), compare(b, b)]).toEqual([-1, 1, 0, 0]),
);

test('compareRuns() orders any two paths as their unquoted bytes', () => {
  fc.assert(
    fc.property(path, path, fc.nat(8), (a, b, shared) => {
      const c = a.slice(0, shared).toWellFormed() + b;
      expect([compare(a, b), compare(a, c)]).toEqual([Math.sign(compareUtf8(a, b)), Math.sign(compareUtf8(a, c))]);
    }),
    runs(5000),
  );
});

test('textOfPath() unquotes the path inside the entry', () => {
  const bytes = encodeUtf8('{"path":"a\\n\\"\u{e9}","size":1}');
  expect(textOfPath({ bytes, start: 8, end: 17 })).toBe('a\n"\u{e9}');
});
