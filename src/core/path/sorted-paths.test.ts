import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareUtf8 } from '../bytes/order.ts';
import { type AscendingPaths, placeOf, placesBelow } from './sorted-paths.ts';

const of = (paths: readonly string[]): AscendingPaths => ({ count: paths.length, path: (index) => paths[index] as string });
const below = (paths: readonly string[], folder: string): readonly string[] => {
  const { from, to } = placesBelow(of(paths), folder);
  return paths.slice(from, to);
};

const sorted = ['a', 'a!x', 'a/b', 'a/c/d', 'a/c/e', 'a0', 'ab/c'];

it.each<[string, readonly string[]]>([
  ['a', ['a/b', 'a/c/d', 'a/c/e']],
  ['a/c', ['a/c/d', 'a/c/e']],
  ['a/b', []],
  ['', []],
  ['z', []],
])('placesBelow() finds what lies below %j', (folder, found) => expect(below(sorted, folder)).toEqual(found));

it('placesBelow() agrees with a linear search', () => {
  const path = fc.stringMatching(/^[a-c0/\u{e000}\u{10000}]{1,6}$/u);
  fc.assert(
    fc.property(fc.array(path), path, (paths, folder) => {
      const ascending = paths.sort(compareUtf8);
      expect(below(ascending, folder)).toEqual(ascending.filter((each) => each.startsWith(`${folder}/`)));
    }),
  );
});

it('placeOf() finds each path, and no other', () => {
  expect(sorted.map((path) => placeOf(of(sorted), path))).toEqual(sorted.map((_, index) => index));
  expect(['', 'a/', 'a/a', 'b', '\u{10000}'].map((path) => placeOf(of(sorted), path))).toEqual([-1, -1, -1, -1, -1]);
  expect(placeOf(of([]), 'a')).toBe(-1);
});
