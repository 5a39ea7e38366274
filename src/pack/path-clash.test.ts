import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareUtf8 } from '#core/bytes/order';
import { findPathClash } from './path-clash.ts';

const sorted = (paths: readonly string[]) => [...paths].sort(compareUtf8).map((path) => ({ path }));

it.each([
  [['a', 'a/b'], 'a', 'a/b'],
  [['a', 'a!', 'a!b', 'a-b', 'a.b/c', 'a/b/c/d'], 'a', 'a/b/c/d'],
  [['x/a', 'x/a b', 'x/a/b', 'x/a/b/c'], 'x/a', 'x/a/b'],
  [['\u{10000}', '\u{10000}/\uffff'], '\u{10000}', '\u{10000}/\uffff'],
])('findPathClash() finds in %j the file that something lies below', (paths, file, below) =>
  expect(findPathClash(sorted(paths))).toEqual({ file: { path: file }, below: { path: below } }),
);

it.each([[[]], [['a', 'a.b/c', 'ab/c', 'b']], [['a/b', 'a/b-c/d', 'a/c']]])('findPathClash() finds nothing in %j', (paths) =>
  expect(findPathClash(sorted(paths))).toBeNull(),
);

it('findPathClash() agrees with a simple search over every folder', () => {
  const segment = fc.constantFrom('a', 'b', 'a-', 'a b', 'ä');
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 12 }), (paths) => {
      const clashes = paths.some((file) => paths.some((below) => below.startsWith(`${file}/`)));
      expect(findPathClash(sorted(paths)) !== null).toBe(clashes);
    }),
  );
});

it('findPathClash() handles a path of a million folders, and many paths with a common beginning, quickly', () => {
  expect(findPathClash(sorted(['a/'.repeat(1_000_000).concat('a')]))).toBeNull();
  expect(findPathClash(sorted(Array.from({ length: 3000 }, (_, length) => 'a'.repeat(length + 1))))).toBeNull();
});
