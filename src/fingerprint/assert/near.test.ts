import { describe, expect, it } from 'vitest';
import { compileLinear } from '#codecs/regex';
import { countCharacters, nearestPair } from './near.ts';

function pair(text: string, anchor: string, pattern: string, within: number): readonly [string, number] | null {
  const found = nearestPair(text, { anchor: compileLinear(anchor), pattern: compileLinear(pattern), within });
  return found === null ? null : [text.slice(found.match.start, found.match.end), found.gap];
}

describe('nearestPair()', () => {
  it.each<[string, string, string, number, readonly [string, number] | null]>([
    ['rent: 12', 'rent:', '\\d+', 0, ['12', 0]],
    ['rent:         12', 'rent:', '\\d+', 0, ['12', 0]],
    ['rent:          12', 'rent:', '\\d+', 0, ['12', 10]],
    ['12 is the rent', 'rent', '\\d+', 20, ['12', 8]],
    ['5 x rent ... 12', 'rent', '\\d+', 3, ['5', 3]],
    ['5 xxxx rent - 12', 'rent', '\\d+', 3, ['12', 3]],
    ['9 .......... rent .. 8 ......... 7', 'rent', '\\d', 1, ['8', 4]],
    ['🎉a🎉🎉🎉b', 'a', 'b', 3, ['b', 3]],
    ['rent 12', 'ren', 'ent', 0, ['ent', 0]],
    ['abc', 'x', 'b', 9, null],
    ['abc', 'b', 'x', 9, null],
    ['', '', '', 0, ['', 0]],
    ['ab', '', 'b', 0, ['b', 0]],
  ])('in %j of %s and %s within %i', (text, anchor, pattern, within, expected) =>
    expect(pair(text, anchor, pattern, within)).toEqual(expected),
  );

  it('stops if the engine does not search further', () => {
    const stuck = { test: () => true, find: () => ({ start: 0, end: 1, groups: [] }) };
    expect(nearestPair('abc', { anchor: compileLinear('zz'), pattern: stuck, within: 0 })).toBeNull();
    expect(nearestPair('a--------------b', { anchor: compileLinear('b'), pattern: stuck, within: 0 })?.gap).toBe(14);
  });

  it('goes through many matches one by one', () => {
    const text = `${'1 '.repeat(50_000)}${'-'.repeat(30_000)} rent`;
    expect(pair(text, 'rent', '\\d', 5)?.[1]).toBe(30_002);
  });
});

describe('countCharacters()', () => {
  it('counts a surrogate pair once', () => expect(countCharacters('a🎉b', 0, 4)).toBe(3));
});
