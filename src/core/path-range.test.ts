import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareUtf8 } from './bytes/order.ts';
import { isInRange, mayHoldBelow } from './path-range.ts';

const path = fc
  .array(fc.constantFrom('a', 'b', 'a-', 'a0', 'é', '\u{ffff}', '\u{10000}'), { minLength: 1, maxLength: 3 })
  .map((names) => names.join('/'));

test('isInRange() puts each path into exactly one of the ranges between bounds', () =>
  fc.assert(
    fc.property(path, fc.array(path, { maxLength: 5 }), (each, some) => {
      const bounds = some.toSorted(compareUtf8);
      const ranges = [null, ...bounds].map((after, at) => ({ after, through: bounds[at] ?? null }));
      expect(ranges.filter((range) => isInRange(each, range))).toHaveLength(1);
    }),
  ));

test('mayHoldBelow() is true for every folder above a path of the range, and for the folder itself', () =>
  fc.assert(
    fc.property(path, fc.option(path), fc.option(path), (each, after, through) => {
      const range = { after, through };
      if (!isInRange(each, range)) return;
      const names = each.split('/');
      for (let depth = 1; depth <= names.length; depth++) expect(mayHoldBelow(names.slice(0, depth).join('/'), range)).toBe(true);
    }),
  ));

test.each([
  ['a', { after: 'b', through: null }, false],
  ['a', { after: 'a/x', through: 'a/y' }, true],
  ['a', { after: null, through: 'A' }, false],
  ['a', { after: 'a0', through: null }, false],
  ['a', { after: null, through: 'a-' }, true],
  ['a', { after: 'a', through: 'a-' }, false],
  ['b', { after: 'a/x', through: 'a/y' }, false],
])('mayHoldBelow(%j, %j) is %s', (folder, range, expected) => expect(mayHoldBelow(folder, range)).toBe(expected));
