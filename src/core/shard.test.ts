import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256Hex, sha256Text } from '#hashing/hashers';
import { keepsShard, parseShard, shardOf } from './shard.ts';

describe('shardOf()', () => {
  it.each([
    ['plain.txt', 3, 7, 631],
    ['caf\u{e9}.txt', 0, 4, 708],
    ['with space.txt', 2, 2, 74],
    ['sub/f', 2, 6, 406],
  ])('puts %s where every other implementation puts it', (path, of4, of8, of1000) => {
    expect([4, 8, 1000].map((count) => shardOf(path, count, sha256Text))).toEqual([of4, of8, of1000]);
  });

  it('is the remainder of the first 64 bits for any number of shards', () => {
    const exact = (path: string, count: number): number => Number(BigInt(`0x${sha256Hex(path).slice(0, 16)}`) % BigInt(count));
    const given = [fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 2 ** 20 })] as const;
    fc.assert(fc.property(...given, (path, count) => shardOf(path, count, sha256Text) === exact(path, count)));
  });
});

it('keepsShard() gives every path to exactly one shard', () => {
  const given = [fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 })] as const;
  fc.assert(
    fc.property(...given, (path, count) => {
      const shards = Array.from({ length: count }, (_, index) => keepsShard({ index, count }, sha256Text));
      expect(shards.filter((keeps) => keeps(path))).toHaveLength(1);
    }),
  );
});

describe('parseShard()', () => {
  it.each([
    ['0/1', { index: 0, count: 1 }],
    ['7/8', { index: 7, count: 8 }],
    ['1048575/1048576', { index: 1048575, count: 1048576 }],
  ])('reads %s', (text, shard) => expect(parseShard(text)).toEqual(shard));

  it.each(['', '/', '8/8', '1/0', '-1/8', '01/8', '1/08', '1', '1/2/3', ' 1/2', '1/2 ', '1e0/2', '0/1048577', '0x1/2'])(
    'reads no shard in %j',
    (text) => expect(parseShard(text)).toBe(null),
  );
});
