import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverText, firstOverlap, joinCovers, missingIn, parseCover } from './cover.ts';

const members = (cover: readonly (readonly [number, number])[]): number[] =>
  cover.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));

it('joinCovers() and missingIn() share out all shards', () => {
  const given = [fc.uniqueArray(fc.nat(30), { minLength: 1 }), fc.integer({ min: 31, max: 40 })] as const;
  fc.assert(
    fc.property(...given, (indexes, shards) => {
      const joined = joinCovers(indexes.map((index) => [[index, index]] as const));
      expect(members(joined)).toEqual(indexes.toSorted((a, b) => a - b));
      expect(parseCover(JSON.parse(JSON.stringify(joined)), shards)).toEqual(joined);
      const all = [...members(joined), ...members(missingIn(joined, shards))].sort((a, b) => a - b);
      expect(all).toEqual(members([[0, shards - 1]]));
    }),
  );
});

describe('parseCover()', () => {
  it.each([
    [[]],
    [[[1]]],
    [[[2, 1]]],
    [[[0, 8]]],
    [
      [
        [0, 1],
        [2, 3],
      ],
    ],
    [
      [
        [3, 3],
        [0, 0],
      ],
    ],
    [[[-1, 0]]],
    [[[0, 0.5]]],
    [['0']],
    [null],
  ])('reads no cover of 8 shards in %j', (value) => expect(parseCover(value as never, 8)).toBe(null));
});

describe('firstOverlap()', () => {
  it('names the shard and the two parts', () =>
    expect(
      firstOverlap([
        [[4, 6]],
        [[0, 1]],
        [
          [1, 3],
          [6, 6],
        ],
      ]),
    ).toEqual({ shard: 1, first: 1, second: 2 }));
  it('finds none where there is none', () => expect(firstOverlap([[[4, 6]], [[0, 3]], [[7, 7]]])).toBe(null));
});

it('coverText() is short', () =>
  expect(
    coverText([
      [0, 2],
      [5, 5],
    ]),
  ).toBe('0-2, 5'));
