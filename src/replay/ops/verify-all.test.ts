import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { makeBundle } from '../../../tests/replay/bundle.ts';
import { verifyAll } from './verify-all.ts';

const folder = scratchFolder('replay-all');
const root = { given: 'r', path: join(folder, 'r') };
const request = { profile: 'auto', writeExpected: false, sync: false, listsFiles: false, against: null } as const;
const bundle = (path: string): void => makeBundle(join(root.path, path), { 'snapshot.json': '{"expected_hash_v1":""}' });
const judged = (place = root) => {
  const { verdicts, errors } = verifyAll(place, request);
  return { places: verdicts.map(({ result }) => result.trace[0]), refs: verdicts.map(({ result }) => result.ref), errors };
};

beforeEach(() => {
  rmSync(root.path, { recursive: true, force: true });
  mkdirSync(root.path);
});

it('verifyAll() finds bundles at any depth, even nested ones, in the order of their paths by bytes', () => {
  for (const path of [
    'snapshots/b',
    'snapshots/b/snapshots/c',
    'snapshots/b/claims/snapshots/d',
    'snapshots-2/x',
    'a/b/snapshots/e',
    'a/snapshots/\u{10000}',
    'a/snapshots/\u{ff5e}',
  ])
    bundle(path);
  expect(judged().places).toEqual([
    'r/a/b/snapshots/e',
    'r/a/snapshots/\u{ff5e}',
    'r/a/snapshots/\u{10000}',
    'r/snapshots/b',
    'r/snapshots/b/claims/snapshots/d',
    'r/snapshots/b/snapshots/c',
  ]);
});

it('verifyAll() treats a root called snapshots for a folder of bundles', () => {
  bundle('snapshots/a');
  expect(judged({ given: 'r/snapshots', path: join(root.path, 'snapshots') }).places).toEqual(['r/snapshots/a']);
  expect(judged({ given: '.', path: root.path }).places).toEqual(['snapshots/a']);
});

it('verifyAll() judges a folder without a snapshot, and reports every link', () => {
  mkdirSync(join(root.path, 'snapshots/empty'), { recursive: true });
  bundle('snapshots/a');
  makeBundle(join(folder, 'outside'), { 'snapshot.json': '{"expected_hash_v1":""}' });
  symlinkSync('a', join(root.path, 'snapshots/in'));
  symlinkSync('../../outside', join(root.path, 'snapshots/out'));
  symlinkSync('none', join(root.path, 'snapshots/gone'));
  symlinkSync('a/snapshot.json', join(root.path, 'snapshots/file'));
  const { verdicts } = verifyAll(root, request);
  expect(verdicts.map(({ outcome, result }) => [result.ref, outcome, result.message.replace(/ got=.*/, '')])).toEqual([
    ['a', 'REPLAY_MISMATCH', 'hash mismatch expected='],
    ['empty', 'REPLAY_INVALID', 'read snapshot.json: No such file or directory'],
    ['gone', 'REPLAY_INVALID', 'stat r/snapshots/gone: No such file or directory'],
    ['in', 'REPLAY_MISMATCH', 'hash mismatch expected='],
    ['out', 'REPLAY_INVALID', 'stat r/snapshots/out: a link that leads out of r'],
  ]);
});

it('verifyAll() gives no verdict if there is nothing to judge', () => {
  expect(judged()).toMatchObject({ places: [], errors: ['no bundle found: no folder in a folder called snapshots below r'] });
  expect(judged({ given: 'none', path: join(folder, 'none') }).errors).toEqual(['read dir none: No such file or directory']);
});
