import { describe, expect, it } from 'vitest';
import { withoutBom } from './without-bom.ts';

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
  ])('withoutBom leaves out one mark at the start of %j', (bytes, left) => {
    expect([...withoutBom(Uint8Array.from(bytes))]).toEqual(left);
  });
});
