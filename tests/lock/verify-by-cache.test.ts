import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newHasher } from '#hashing/hashers';
import { openHashPool } from '#hashing/pool';
import { ReadCache } from '#lock/ops/cache/read-cache';
import { type CacheCheck, verifyByCache } from '#lock/ops/cache/verify-by-cache';
import type { MembersReport } from '#lock/report';
import type { JudgedLock } from '#lock/verify';
import { sealedLock } from './judged-lock.ts';
import { withinTick } from './within-tick.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'by-cache-')));
  mkdirSync(join(folder, 'data'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const notes: string[] = [];
const openCache = (): ReadCache =>
  new ReadCache({ file: join(folder, 'cache'), root: join(folder, 'data'), isOwnPlace: false, onNote: (text) => notes.push(text) });

function sha256(text: string): string {
  const hasher = newHasher('sha256');
  hasher.update(Buffer.from(text));
  return hasher.digest();
}

const lockOf = (files: Readonly<Record<string, string>>): JudgedLock =>
  sealedLock({
    members: Object.entries(files).map(([path, text]) => ({
      bytes_hash: `sha256:${sha256(text)}`,
      fingerprint: null,
      path,
      size: text.length,
    })),
  });

function verify(files: Readonly<Record<string, string>>, how: Partial<CacheCheck> = {}): MembersReport {
  const pool = openHashPool({ threads: 1 });
  try {
    const check = { root: join(folder, 'data'), confine: null, only: [], closed: false, follow: true, lockfile: null };
    return verifyByCache(lockOf(files), pool, check, { cache: openCache(), least: 'cached', maxAge: null, isOver: null, ...how });
  } finally {
    pool.close();
  }
}

/** Writes a cache that says of each file, as it is now, that it was read at `readAt` and had this content. */
function pretend(files: Readonly<Record<string, string>>, readAt: (path: string) => number): void {
  const cache = openCache();
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, 'data', path);
    cache.keep(path, file, { ...cache.beforeReading(file), readAt: readAt(path) }, { algorithm: 'sha256', hex: sha256(text) });
  }
  cache.save();
}

const failures = ({ failures: table }: MembersReport): unknown[] => [...table.inOrder()];
const skipped = ({ skips }: MembersReport): unknown[] => Array.from(skips.inOrder(), ({ path }) => path);

/** Only a file that was not written just before it was read has a row. */
const settle = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);

it('verifyByCache() reports other bytes under unchanged times as suspected damage, in every run, and does not take the member from the cache again', () => {
  writeFileSync(join(folder, 'data/a'), 'damage');
  writeFileSync(join(folder, 'data/b'), 'whole');
  const files = { a: 'sealed', b: 'whole' };
  settle();
  // Nothing can set a ctime: the cache is made to have seen other bytes in the file as it is.
  pretend(files, Date.now);
  expect(verify(files).weaker.cached).toBe(2);
  const report = verify(files, { least: 'read' });
  expect(failures(report)).toEqual([
    {
      reason: 'SUSPECTED_DAMAGE',
      path: 'a',
      expected: `sha256:${sha256('sealed')}`,
      expected_size: 6,
      actual: `sha256:${sha256('damage')}`,
      actual_size: 6,
    },
  ]);
  expect(report.verified).toBe(1);
  // So do the runs after it: nobody may have seen the first report.
  for (const how of [{}, { isOver: () => false }, {}]) {
    const next = verify(files, how);
    expect(failures(next)).toMatchObject([{ reason: 'SUSPECTED_DAMAGE', path: 'a' }]);
    expect(next.weaker.cached).toBe('isOver' in how ? 0 : 1);
  }
  const late = verify(files, { isOver: () => true });
  expect([skipped(late), late.weaker.cached]).toEqual([['a'], 1]);
});

it('verifyByCache() forgets a suspected damage when the file is another one, or has its bytes again', () => {
  const file = join(folder, 'data/a');
  writeFileSync(file, 'damage');
  settle();
  pretend({ a: 'sealed' }, Date.now);
  expect(failures(verify({ a: 'sealed' }, { least: 'read' }))).toMatchObject([{ reason: 'SUSPECTED_DAMAGE' }]);
  writeFileSync(file, 'edited');
  settle();
  expect(failures(verify({ a: 'sealed' }))).toMatchObject([{ reason: 'HASH_MISMATCH' }]);
  writeFileSync(file, 'sealed');
  settle();
  expect(verify({ a: 'sealed' }).verified).toBe(1);
  expect(verify({ a: 'sealed' }).weaker.cached).toBe(1);
});

it('verifyByCache() does not trust a file that was written in the tick in which it was read', () => {
  const seen = withinTick(() => {
    writeFileSync(join(folder, 'data/a'), 'fresh');
    return [verify({ a: 'fresh' }).verified, verify({ a: 'fresh' }).weaker.cached];
  });
  expect(seen).toEqual([1, 0]);
  settle();
  expect(verify({ a: 'fresh' }).verified).toBe(1);
  expect(verify({ a: 'fresh' }).weaker.cached).toBe(1);
});

it.each([
  ['its mtime is set', (file: string) => utimesSync(file, 1, 1)],
  ['it is written again with its mtime set back', rewrite],
  ['it is replaced by another file of the same times', replace],
])('verifyByCache() reads a file again after %s', (_, change) => {
  const file = join(folder, 'data/a');
  writeFileSync(file, 'first');
  settle();
  expect(verify({ a: 'first' }).verified).toBe(1);
  expect(verify({ a: 'first' }).weaker.cached).toBe(1);
  change(file);
  expect(verify({ a: 'first' }).weaker.cached).toBe(0);
});

function rewrite(file: string): void {
  const { atime, mtime } = statSync(file);
  writeFileSync(file, 'other');
  utimesSync(file, atime, mtime);
}

function replace(file: string): void {
  const { atime, mtime } = statSync(file);
  writeFileSync(`${file}.new`, 'other');
  utimesSync(`${file}.new`, atime, mtime);
  renameSync(`${file}.new`, file);
}

it('verifyByCache() reads the stalest first while there is time, after what is new', () => {
  const names = Array.from({ length: 1100 }, (_, at) => `f${String(at).padStart(4, '0')}`);
  for (const name of names) writeFileSync(join(folder, 'data', name), name);
  settle();
  const files = Object.fromEntries(names.map((name) => [name, name]));
  const { f0500: fresh = '', ...known } = files;
  const now = Date.now();
  // The later in the list, the longer ago.
  pretend(known, (path) => now - Number(path.slice(1)) / 100);
  let rounds = 0;
  const report = verify(files, { isOver: () => rounds++ > 0, maxAge: 0 });
  expect(fresh).toBe('f0500');
  // One round has 1024 files: the new one, and all but the 76 that were read last.
  expect(report.verified).toBe(1024);
  expect(skipped(report)).toEqual(names.slice(0, 76));
});

it('verifyByCache() accepts nothing from a cache that says it was written in the future', () => {
  writeFileSync(join(folder, 'data/a'), 'first');
  pretend({ a: 'first' }, () => Date.now() + 3_600_000);
  expect(verify({ a: 'first' }).weaker.cached).toBe(0);
});

it('verifyByCache() gives a result where the cache cannot be written, and says so', () => {
  writeFileSync(join(folder, 'data/a'), 'first');
  settle();
  mkdirSync(join(folder, 'cache'));
  notes.length = 0;
  expect(verify({ a: 'first' }).verified).toBe(1);
  expect(notes.join('\n')).toMatch(/is not used: .*\n.*nothing was cached: /);
});
