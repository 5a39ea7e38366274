/**
 * A million files of which nothing, or one in a hundred, has changed since they were read: `lock verify --cache`, compared with `find`
 * printing what the cache compares, and `lock --scan --since`, compared with a scan that reads everything.
 */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileOf, makeFileTree } from './data/file-tree.mjs';
import { makeLargeFiles } from './data/large-files.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { program, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { against } from './frame/rows.mjs';
import { run } from './frame/run.mjs';

const ROUNDS = 5;
const COUNT = 1_000_000;
const LARGE = 2000;
/** One in so many. */
const CHANGED = 100;
const BAR = 1.3;
/** A file that was written just before it is read has no row in the cache. */
const SETTLE_MS = 300;

export async function measureUnchanged({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const tree = prepared('many-files', { count: COUNT }, makeFileTree);
  warm(tree);
  const [old, now, full, cache] = ['old', 'now', 'full', 'cache'].map((name) => scratchFile(`unchanged.${name}`));
  const common = ['--no-sync', '--quiet'];
  const lock = (...args) => run(program('lock'), [...args, ...common], { memory: true });
  const scan = (output, ...how) => lock('--scan', tree, '--created', '2026-01-15T10:30:00Z', '--output', output, '--force', ...how);
  const verify = () => lock('verify', old, '--root', tree, '--cache', '--cache-file', cache);
  rmSync(cache, { force: true });
  scan(old);
  verify();
  const unchanged = takeTurns(rounds, {
    verify,
    find: () => run('find', [tree, '-type', 'f', '-printf', '%D %i %s %T@ %C@ %P\n']),
    since: () => scan(now, '--since', old, '--cache-file', cache),
    read: () => lock('verify', old, '--root', tree),
    full: () => scan(full),
  });
  let turn = 0;
  const changed = takeTurns(rounds, {
    since: () => {
      changeFirstBytes(
        Array.from({ length: COUNT / CHANGED }, (_, at) => join(tree, fileOf(at * CHANGED))),
        turn++,
      );
      return scan(now, '--since', old, '--cache-file', cache);
    },
    full: () => scan(full),
  });
  if (!readFileSync(now).equals(readFileSync(full))) throw new Error('the lock of --since is not that of a whole scan');
  const large = prepared('mebibyte-files', { files: LARGE, mebibytes: 1 }, makeLargeFiles);
  warm(large);
  const scanLarge = (output, ...how) => lock('--scan', large, '--created', '2026-01-15T10:30:00Z', '--output', output, '--force', ...how);
  rmSync(cache);
  scanLarge(old);
  scanLarge(now, '--since', old, '--cache-file', cache);
  const changedLarge = takeTurns(rounds, {
    since: () => {
      changeFirstBytes(
        Array.from({ length: LARGE / CHANGED }, (_, at) => join(large, `large-${at * CHANGED}.bin`)),
        turn++,
      );
      return scanLarge(now, '--since', old, '--cache-file', cache);
    },
    full: () => scanLarge(full),
  });
  if (!readFileSync(now).equals(readFileSync(full))) throw new Error('the lock of --since is not that of a whole scan');
  const rows = [
    ...against('lock verify --cache', unchanged.verify, { 'find -printf': unchanged.find }, BAR),
    ...against('lock verify --cache', unchanged.verify, { 'lock verify': unchanged.read }),
    ...against('lock --scan --since', unchanged.since, { 'lock --scan': unchanged.full }),
    ...against('lock --scan --since, 1 % changed', changed.since, { 'lock --scan': changed.full }),
    ...against('lock --scan --since, 1 MiB each, 1 % changed', changedLarge.since, { 'lock --scan': changedLarge.full }),
  ];
  const inputs = `${COUNT.toLocaleString('en')} files of 1 to 3 KiB, 2 GB; then ${(COUNT / CHANGED).toLocaleString('en')} of them written again before each run; likewise ${LARGE.toLocaleString('en')} files of 1 MiB`;
  return { title: 'Unchanged files', inputs, rounds, rows };
}

/** The same files in each turn: so many differ from the old lock. */
function changeFirstBytes(paths, turn) {
  for (const path of paths) {
    const fd = openSync(path, 'r+');
    writeSync(fd, Uint8Array.of(turn), 0, 1, 0);
    closeSync(fd);
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SETTLE_MS);
}

await runIfAlone(import.meta.url, measureUnchanged);
