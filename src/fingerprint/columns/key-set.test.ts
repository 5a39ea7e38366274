import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { AscendingKeys, addToKey, beginKey, KeySet } from './key-set.ts';

function add(set: KeySet, ...parts: readonly string[]) {
  beginKey();
  for (const part of parts) {
    const bytes = encodeUtf8(part);
    addToKey(bytes, 0, bytes.length);
  }
  return set.add();
}

it('KeySet knows the keys that were added, as a set of texts does', () => {
  const key = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\0'), maxLength: 5 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(key, { maxLength: 200 }), (keys) => {
      const [set, texts] = [new KeySet(1000), new Set<string>()];
      for (const parts of keys) {
        const text = JSON.stringify(parts);
        expect(add(set, ...parts)).toBe(texts.has(text) ? 'known' : 'new');
        texts.add(text);
      }
      expect(set.size).toBe(texts.size);
    }),
  );
});

it('KeySet tells a million similar keys apart while it grows', () => {
  const set = new KeySet(2_000_000);
  for (let i = 0; i < 1_000_000; i++) if (add(set, `L-${i}`) !== 'new') throw new Error(`L-${i} is known`);
  expect([set.size, add(set, 'L-7'), add(set, 'L-999999'), add(set, 'L-1000000')]).toEqual([1_000_000, 'known', 'known', 'new']);
});

it('KeySet that is full takes no more keys, and finds those it has', () => {
  const set = new KeySet(2);
  expect(['a', 'b', 'c', 'a', 'c'].map((key) => add(set, key))).toEqual(['new', 'new', 'full', 'known', 'full']);
});

/** As `column_unique` does: a key is searched for only from the first that is not above the others. */
function adding(set: KeySet) {
  let ascending: AscendingKeys | null = new AscendingKeys();
  return (text: string) => {
    const bytes = encodeUtf8(text);
    beginKey();
    addToKey(bytes, 0, bytes.length);
    if (ascending?.isAbove(bytes, 0, bytes.length) !== true) ascending = null;
    return ascending === null ? set.add() : set.addAbove();
  };
}

it('KeySet knows keys that ascend at first, as a set of texts does', () => {
  const key = fc.oneof(fc.nat({ max: 300 }).map(String), fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 70 }));
  fc.assert(
    fc.property(fc.array(key, { maxLength: 30 }), fc.nat({ max: 200 }), (keys, first) => {
      const [set, texts] = [new KeySet(1000), new Set<string>()];
      const added = adding(set);
      for (const text of [...Array.from({ length: first }, (_, i) => String(i)), ...keys]) {
        expect(added(text)).toBe(texts.has(text) ? 'known' : 'new');
        texts.add(text);
      }
      expect(set.size).toBe(texts.size);
    }),
  );
});

it('KeySet finds each of 150,000 listed keys, and no other', () => {
  const set = new KeySet(200_000);
  const added = adding(set);
  const found = (from: number, to: number) => new Set(Array.from({ length: to - from }, (_, i) => added(`L-${from + i}`)));
  expect([found(100_000, 250_000), found(100_000, 250_000), found(250_000, 300_000)]).toEqual([
    new Set(['new']),
    new Set(['known']),
    new Set(['new']),
  ]);
  expect([set.size, added('M'), added('L-100000')]).toEqual([200_000, 'full', 'known']);
});

it('KeySet that is full of listed keys takes no more', () => {
  const added = adding(new KeySet(2));
  expect(['a', 'b', 'c', 'a', 'c'].map(added)).toEqual(['new', 'new', 'full', 'known', 'full']);
});
