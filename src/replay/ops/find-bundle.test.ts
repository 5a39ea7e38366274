import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { makeBundle } from '../../../tests/replay/bundle.ts';
import { findBundle, placeAt } from './find-bundle.ts';

const cwd = scratchFolder('replay-lookup');
makeBundle(join(cwd, 'data/snapshots/one'), { 'snapshot.json': '{}' });
mkdirSync(join(cwd, 'data/test-fixtures/snapshots/one'), { recursive: true });
writeFileSync(join(cwd, 'data/test-fixtures/snapshots/file'), '');

it('findBundle() reports every root that it tried, and why the last one failed', () => {
  expect(findBundle({ ref: 'none', cwd })).toMatchObject({
    attempted: ['data/test-fixtures/snapshots/none', 'data/snapshots/none'],
    place: null,
    problem: 'no bundle root found (attempted 2 roots); last error: stat data/snapshots/none: No such file or directory',
  });
  expect(findBundle({ ref: 'none', cwd, preferData: true }).attempted[0]).toBe('data/snapshots/none');
  expect(findBundle({ bundle: 'none', cwd }).problem).toMatch(/^no bundle root found \(attempted 1 root\); /);
  expect(findBundle({ bundle: '', cwd })).toMatchObject({ ref: '', place: null });
});

it('findBundle() tries the next root if there is no snapshot.json', () => {
  expect(findBundle({ ref: 'one', cwd })).toMatchObject({ ref: 'one', place: { given: 'data/snapshots/one' } });
  expect(findBundle({ ref: 'file', cwd }).problem).toMatch(/last error: stat data\/snapshots\/file: No such/);
});

it('findBundle() does not try the next root if something exists that cannot be read', () => {
  symlinkSync('loop', join(cwd, 'data/test-fixtures/snapshots/loop'));
  makeBundle(join(cwd, 'data/snapshots/loop'), { 'snapshot.json': '{}' });
  expect(findBundle({ ref: 'loop', cwd })).toMatchObject({ place: null, attempted: ['data/test-fixtures/snapshots/loop'] });
});

it('findBundle() uses the defaults for roots that are empty', () =>
  expect(findBundle({ ref: 'one', cwd, data: '', fixtureRoot: '' }).place?.given).toBe('data/snapshots/one'));

it('findBundle() opens nothing for a bad ref, even with a bundle', () =>
  expect(findBundle({ ref: '../x', bundle: 'data/snapshots/one', cwd })).toMatchObject({ attempted: [], place: null, isBadRef: true }));

it('findBundle() calls the current folder by its name', () => {
  expect(findBundle({ bundle: '.', cwd: join(cwd, 'data/snapshots/one') })).toMatchObject({ ref: 'one', attempted: ['.'] });
  expect(findBundle({ bundle: '..', cwd: join(cwd, 'data') }).ref).toBe(basename(cwd));
});

it.each([
  ['a//b/', 'a/b'],
  ['./a', 'a'],
  ['.', '.'],
  ['/', '/'],
  ['../a/.', '../a/.'],
])('placeAt() %s is shown as %s', (given, shown) => expect(placeAt('/x/y', given).given).toBe(shown));
