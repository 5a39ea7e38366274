import { describe, expect, test } from 'vitest';
import { startsWith } from './starts-with.ts';
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
