import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareUtf8 } from '#core/bytes/order';
import { mergeScans } from './merge.ts';

test('mergeScans() returns one sorted list, however many scans and equal entries there are', () => {
  const scan = fc.record({
    root: fc.constantFrom('/a', '/b', '/c'),
    paths: fc.array(fc.constantFrom('a', 'a-', 'a/b', 'b', '\u{ffff}', '\u{10000}')),
  });
  fc.assert(
    fc.property(fc.array(scan, { maxLength: 6 }), (scans) => {
      const lists = scans.map(({ root, paths }) => [...paths].sort(compareUtf8).map((relativePath) => ({ root, relativePath })));
      const sorted = lists.flat().sort((a, b) => compareUtf8(a.relativePath, b.relativePath) || compareUtf8(a.root, b.root));
      expect([
        ...mergeScans(lists.map((list) => list.values() as Iterator<{ root: string; relativePath: string }, void, undefined>)),
      ]).toEqual(sorted);
    }),
  );
});

test('mergeScans() reads every scan before it yields anything', () => {
  const failing = {
    next: () => {
      throw new Error('unreadable');
    },
  };
  const given = mergeScans([
    [{ root: '/a', relativePath: 'a' }].values() as Iterator<{ root: string; relativePath: string }, void, undefined>,
    failing,
  ]);
  expect(() => given.next()).toThrow('unreadable');
});
