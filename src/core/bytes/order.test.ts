import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../tests/helpers/trials.ts';
import { compareBytes, compareUtf8, isBefore } from './order.ts';
import { encodeUtf8 } from './utf8.ts';

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'b', '\u{7f}', '\u{80}', '\u{7ff}', '\u{800}', '\u{d7ff}', '\u{e000}', '\u{ffff}', '\u{10000}', '\u{10ffff}'),
      fc.string({ unit: 'binary' }),
    ),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));

test.each([
  ['\u{ffff}', '\u{10000}'],
  ['\u{e000}', '\u{1f600}'],
  ['\u{d7ff}', '\u{e000}'],
  ['a', 'a\0'],
  ['', '\0'],
  ['Z', 'a'],
  ['e\u{301}', '\u{e9}'],
  ['\u{1f600}', '\u{1f601}'],
  ['a/b', 'a0'],
  ['a-b', 'a/b'],
])('compareUtf8() puts %j before %j', (a, b) => {
  expect(compareUtf8(a, b)).toBeLessThan(0);
  expect(compareUtf8(b, a)).toBeGreaterThan(0);
  expect(compareUtf8(a, a)).toBe(0);
});

test('compareUtf8() and isBefore() compare as the bytes compare', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const byBytes = Buffer.compare(encodeUtf8(a), encodeUtf8(b));
      expect(Math.sign(compareUtf8(a, b))).toBe(byBytes);
      expect(isBefore(a, b)).toBe(byBytes < 0);
      expect(Math.sign(compareBytes(encodeUtf8(a), encodeUtf8(b)))).toBe(byBytes);
    }),
    runs(3000),
  );
});

test('compareBytes() compares bytes as unsigned numbers', () =>
  expect(compareBytes(Uint8Array.of(0x7f), Uint8Array.of(0x80))).toBeLessThan(0));

test('compareBytes() puts a prefix first', () => expect(compareBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBeLessThan(0));
