import { expect, it } from 'vitest';
import { arrangeMembers } from './create.ts';

const of = (...paths: string[]) => paths.map((path, index) => ({ path, source: `in${index}/${path}` }));

it('arrangeMembers sorts by the bytes of the paths, whatever the order of the inputs', () => {
  const sorted = ['a', 'b/c', 'b0', '\u{e000}', '\u{10000}'];
  expect(arrangeMembers(of(...sorted.toReversed())).map(({ path }) => path)).toEqual(sorted);
});

it('arrangeMembers refuses two inputs for one path, and names all of them', () => {
  expect(() => arrangeMembers(of('a', 'b', 'a', 'a'))).toRefuse(
    'E_DUPLICATE',
    { path: 'a', sources: ['in0/a', 'in2/a', 'in3/a'] },
    'Resolved member path collision',
  );
});

it('arrangeMembers refuses a file beside a folder of its name, at any depth', () => {
  expect(() => arrangeMembers(of('a/b', 'a'))).toRefuse('E_DUPLICATE', { path: 'a' });
  expect(() => arrangeMembers(of('x/a/b/c', 'x/a', 'x/a!'))).toRefuse('E_DUPLICATE', {
    path: 'x/a',
    sources: ['in1/x/a', 'in0/x/a/b/c'],
  });
});

it.each(['manifest.json', 'manifest.json/a'])('arrangeMembers refuses %s, which the manifest needs', (path) => {
  expect(() => arrangeMembers(of(path))).toRefuse(
    'E_DUPLICATE',
    { path: 'manifest.json', sources: [`in0/${path}`] },
    'Reserved member path collision',
  );
});

it('arrangeMembers accepts a manifest.json in a folder, and names that are only similar', () =>
  expect(arrangeMembers(of('x/manifest.json', 'manifest.json5', 'a', 'ab/c', 'A'))).toHaveLength(5));
