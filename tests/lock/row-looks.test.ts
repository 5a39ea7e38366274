import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, it } from 'vitest';
import { newHasher } from '#hashing/hashers';
import { builtFile } from '#installation/paths';
import { NewRows } from '#lock/cache/new-rows';
import { startLooking } from '#lock/ops/cache/look-threads';
import { RowLooks, type SharedLooks, shareLooks } from '#lock/ops/cache/row-looks';
import { Stamps } from '#lock/ops/cache/stamps';
import { scratchFolder } from '../helpers/scratch-folder.ts';

const folder = `${scratchFolder('looks')}/`;
/** More than one run of rows. */
const names = Array.from({ length: 1300 }, (_, at) => `é${String(at).padStart(4, '0')}`);
const expected = names.map((_, at) => at % 7 !== 0 && at % 11 !== 0);
let cache: SharedArrayBuffer;

beforeAll(() => {
  const rows = new NewRows();
  for (const name of names) {
    writeFileSync(folder + name, name);
    const stamps = new Stamps();
    stamps.take(folder + name);
    rows.add(name, { stamps: stamps.values, readAt: Date.now(), algorithm: 'sha256', hex: '0'.repeat(64) });
  }
  const pieces: Uint8Array[] = [];
  rows.emit(null, { binding: '0'.repeat(64), oldest: 0, newHasher }, (bytes) => pieces.push(bytes.slice()));
  const bytes = Buffer.concat(pieces);
  cache = new SharedArrayBuffer(bytes.length);
  new Uint8Array(cache).set(bytes);
  names.forEach((name, at) => {
    if (at % 7 === 0) rmSync(folder + name);
    else if (at % 11 === 0) utimesSync(folder + name, 1, 1);
  });
});

const share = (): SharedLooks => shareLooks(cache, names.length, folder);
const answers = (looks: RowLooks): boolean[] => names.map((_, row) => looks.isAsRead(row));

it('RowLooks tells which files have changed or gone, in one thread', () => {
  expect(answers(new RowLooks(share()))).toEqual(expected);
});

it('RowLooks tells the same with other threads', async () => {
  const shared = share();
  const workers = [1, 2].map(() => new Worker(builtFile('look-worker'), { workerData: shared }));
  // The first one works alone: the test waits for its end.
  await new Promise((resolve) => workers[0]?.once('exit', resolve));
  expect(answers(new RowLooks(shared))).toEqual(expected);
  const started = share();
  startLooking(started, 3);
  expect(answers(new RowLooks(started))).toEqual(expected);
});

it('RowLooks does not wait for a thread that ended before it was done, nor after it was closed', () => {
  const shared = share();
  // A thread began with the first rows, and was killed.
  const words = new Int32Array(shared.state);
  Atomics.store(words, 0, 1);
  Atomics.store(words, 2, 1);
  const looks = new RowLooks(shared);
  expect(answers(looks)).toEqual(expected);
  const closed = new RowLooks(share());
  closed.close();
  expect(closed.lookAtNext()).toBe(false);
  expect([3, 7].map((row) => closed.isAsRead(row))).toEqual([true, false]);
});

it('RowLooks takes a path in a row for what it is, whatever it says', () => {
  const rows = new NewRows();
  const stamps = new Stamps();
  stamps.take('/etc/passwd');
  for (const path of ['', '../../../../../../../../etc/passwd', 'a\0b', 'none'])
    rows.add(path, { stamps: stamps.values, readAt: 1, algorithm: 'sha256', hex: '0'.repeat(64) });
  const pieces: Uint8Array[] = [];
  rows.emit(null, { binding: '0'.repeat(64), oldest: 0, newHasher }, (bytes) => pieces.push(bytes.slice()));
  const bytes = Buffer.concat(pieces);
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  const looks = new RowLooks(shareLooks(buffer, 4, folder));
  // A row of another folder's file is never found by a member, whose path is safe.
  expect([0, 1, 2, 3].map((row) => looks.isAsRead(row)).filter((isSame) => isSame)).toHaveLength(1);
});
