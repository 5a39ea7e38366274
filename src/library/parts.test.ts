/** Locks and verdicts in parts, and what they share with the other functions of the library. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { lockFolderShard, mergeLockParts, planScan } from './evidence/lock-parts.ts';
import { mergeVerdicts, verifyLockShard } from './evidence/verdict-parts.ts';
import { lockFolder, verifyLock } from './lock.ts';
import { diffPacks, sealPack } from './pack.ts';

const scratch = scratchFolder('library-parts');
const at = (path: string): string => join(scratch, path);
const created = '2026-01-15T10:30:00Z';
const shards = [0, 1].map((index) => ({ index, count: 2 }));

beforeEach(() => {
  for (const folder of ['data', 'out']) {
    rmSync(at(folder), { recursive: true, force: true });
    mkdirSync(at(folder));
  }
  for (let i = 0; i < 8; i++) writeFileSync(at(`data/${i}`), `${i}`);
});

const verdictOf = (lock: string | Uint8Array) => {
  const parts = shards.map((shard) => verifyLockShard(lock, { root: at('data'), shard, created }));
  const files = parts.map((part, index) => {
    part.write(at(`out/${index}`), { sync: false });
    expect(Buffer.from(part.bytes())).toEqual(readFileSync(at(`out/${index}`)));
    return at(`out/${index}`);
  });
  return { outcomes: parts.map(({ outcome }) => outcome).toSorted(), merged: mergeVerdicts(files) };
};

test('verifyLockShard() takes the bytes of a lock, and a part is never OK', () => {
  const lock = lockFolder(at('data'), { created }).bytes();
  expect(verdictOf(lock)).toMatchObject({ outcomes: ['PARTIAL', 'PARTIAL'], merged: { outcome: 'OK', coverage: { verified: 8 } } });
  writeFileSync(at('data/3'), 'x');
  expect(verdictOf(lock)).toMatchObject({ outcomes: ['FAILED', 'PARTIAL'], merged: { outcome: 'FAILED', coverage: { failed: 1 } } });
});

test('verifyLockShard() writes no part into the folder that was judged, and takes no shard that is none', () => {
  const lock = lockFolder(at('data'), { created }).bytes();
  const part = verifyLockShard(lock, { root: at('data'), shard: { index: 0, count: 2 }, created });
  expect(() => part.write(at('data/part'))).toRefuse('E_OUTPUT_IN_ROOT');
  expect(() => verifyLockShard(lock, { root: at('data'), shard: { index: 2, count: 2 }, created })).toThrow(RangeError);
  expect(() => mergeVerdicts([])).toThrow('expected at least one part');
});

test('mergeLockParts() gives the lock of the whole folder, by hash and by a plan', () => {
  const whole = lockFolder(at('data'), { created });
  whole.write(at('out/whole.json'), { sync: false });
  planScan(at('out/whole.json'), 2).write(at('out/plan'), { sync: false });
  for (const plan of [undefined, at('out/plan')]) {
    const files = shards.map((shard) => {
      const file = at(`out/part-${shard.index}`);
      lockFolderShard(at('data'), { shard, created, ...(plan === undefined ? {} : { plan }) }).write(file, { sync: false, force: true });
      return file;
    });
    const { lockHash } = mergeLockParts(files, at('out/merged.json'), { sync: false, force: true });
    expect(lockHash).toBe(whole.lockHash);
  }
  expect(() => mergeLockParts([], at('out/none.json'))).toThrow('expected at least one part');
  expect(() => planScan(at('out/gone.json'), 2)).toRefuse('E_IO');
  const gone = { shard: { index: 0, count: 2 }, created, plan: at('out/gone') };
  expect(() => lockFolderShard(at('data'), gone)).toRefuse('E_IO');
  expect(() => lockFolderShard(at('data'), { ...gone, plan: at('out/whole.json') })).toRefuse('E_BAD_PLAN');
  expect(() => lockFolderShard(at('data'), { shard: { index: 0, count: 3 }, created, plan: at('out/plan') })).toRefuse('E_BAD_PLAN');
});

test('mergeLockParts() of a folder without a file, and strictly of one with a file that was skipped, is refused', () => {
  for (let i = 0; i < 8; i++) rmSync(at(`data/${i}`));
  const write = (): string => {
    lockFolderShard(at('data'), { shard: { index: 0, count: 1 }, created }).write(at('out/part'), { sync: false, force: true });
    return at('out/part');
  };
  expect(() => mergeLockParts([write()], at('out/a.json'))).toRefuse('E_EMPTY');
  symlinkSync('nowhere', at('data/link'));
  expect(() => mergeLockParts([write()], at('out/a.json'), { strict: true })).toRefuse('E_SKIPPED');
  expect(mergeLockParts([write()], at('out/a.json'), { sync: false })).toMatchObject({ outcome: 'LOCK_PARTIAL', skippedCount: 1 });
});

test('verifyLock() refuses settings that do not go together', () => {
  const lock = lockFolder(at('data'), { created }).bytes();
  const root = at('data');
  for (const settings of [
    { root, seed: 'a' },
    { root, sample: 'many' },
    { root, sample: 1, strict: true },
    { root, expect: 'sha256:1' as const },
    { root, cache: at('out/cache'), strict: true },
    { cache: at('out/cache') },
  ])
    expect(() => verifyLock(lock, settings as never)).toThrow(RangeError);
});

test('diffPacks() says what changed between two packs', () => {
  sealPack([at('data')], { output: at('out/a'), created, sync: false });
  rmSync(at('data/7'));
  sealPack([at('data')], { output: at('out/b'), created, sync: false });
  expect(diffPacks(at('out/a'), at('out/b'))).toMatchObject({ outcome: 'CHANGES', removed: [{ path: 'data/7' }], added: [] });
  expect(diffPacks(at('out/a'), at('out/a')).outcome).toBe('NO_CHANGES');
});
