import { describe, expect, it, test } from 'vitest';
import { startsWith, withoutBom } from './prefix.ts';
import { encodeUtf8 } from './utf8.ts';

describe('startsWith()', () => {
  const bytes = encodeUtf8('abcd');

  test.each([
    [0, 'ab', true],
    [1, 'bcd', true],
    [1, 'ab', false],
    [3, 'de', false],
    [4, '', true],
  ])('from byte %i, %j: %s', (start, word, answer) => expect(startsWith(bytes, start, encodeUtf8(word))).toBe(answer));
});

describe('withoutBom', () => {
  it.each([
    [[0xef, 0xbb, 0xbf, 1], [1]],
    [
      [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf],
      [0xef, 0xbb, 0xbf],
    ],
    [
      [0xef, 0xbb],
      [0xef, 0xbb],
    ],
    [[], []],
  ])('withoutBom leaves out one mark at the start of %j', (bytes, left) => expect([...withoutBom(Uint8Array.from(bytes))]).toEqual(left));
});
