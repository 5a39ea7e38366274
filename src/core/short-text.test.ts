import { expect, test } from 'vitest';
import { formatSpine } from './json/write.ts';
import { shortText } from './short-text.ts';

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc…'],
  ['ab😀', 3, 'ab\u{fffd}…'],
  ['a😀b', 3, 'a😀…'],
])('shortText(%j, %i) can be written as JSON', (text, most, expected) => {
  expect(shortText(text, most)).toBe(expected);
  expect(() => formatSpine(shortText(text, most))).not.toThrow();
});
