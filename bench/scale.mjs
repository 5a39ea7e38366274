/**
 * A scan in shards: eight shards in turn and their merge, compared with one scan of the same tree, of files that take long to read and of
 * small ones, where eight walks and nine starts are most of the work. The merge of large parts alone is in `merges.mjs`.
 */
import { readFileSync } from 'node:fs';
import { makeFileTree } from './data/file-tree.mjs';
import { makeSparseFiles } from './data/sparse-files.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { absent, program, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { against } from './frame/rows.mjs';
import { run } from './frame/run.mjs';

const ROUNDS = 5;
const SHARDS = 8;
const LIMIT = 1.15;
const SMALL = { count: 1_000_000 };
const LARGE = { files: 20_000, kibibytes: 2048 };
const CREATED = ['--created', '2026-01-15T10:30:00Z', '--no-sync', '--force', '--quiet'];

export async function measureScale({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const large = prepared('sparse-files', LARGE, makeSparseFiles);
  const small = prepared('many-files', SMALL, makeFileTree);
  warm(small);
  const rows = [
    ...measureShards({ tree: large, what: '20,000 files of 2 MiB', limit: LIMIT }, rounds),
    ...measureShards({ tree: small, what: '1,000,000 small files' }, rounds),
  ];
  return { title: 'Scans in shards', inputs: 'files of 1 to 3 KiB, and of 2 MiB that are holes', rounds, rows };
}

function measureShards({ tree, what, limit }, rounds) {
  const [single, plan, merged] = ['single.lock.json', 'plan.json', 'merged.lock.json'].map(scratchFile);
  const scan = (...args) => lock('--scan', tree, ...CREATED, ...args);
  scan('--output', absent(single));
  lock('plan', single, '--parts', SHARDS, '--output', plan, '--force', '--quiet');
  const inShards = (...how) => {
    const names = Array.from({ length: SHARDS }, (_, index) => scratchFile(`part-${index}`));
    // A part over an existing one is compared with it first, which is another job.
    const tasks = names.map((name, index) => scan('--shard', `${index}/${SHARDS}`, ...how, '--output', absent(name)));
    const whole = sum([...tasks, lock('merge', ...names, '--output', absent(merged), '--no-sync', '--force', '--quiet')]);
    if (!readFileSync(single).equals(readFileSync(merged))) throw new Error('the merged lock is not that of one scan');
    return whole;
  };
  const runs = takeTurns(rounds, {
    single: () => scan('--output', absent(single)),
    ranges: () => inShards('--plan', plan),
    hashed: () => inShards(),
  });
  return [
    ...against(`${SHARDS} ranges in turn, and lock merge, ${what}`, runs.ranges, { 'lock --scan': runs.single }, limit),
    ...against(`${SHARDS} shards by hash in turn, and lock merge, ${what}`, runs.hashed, { 'lock --scan': runs.single }, limit),
  ];
}

function lock(...args) {
  return run(program('lock'), args);
}

function sum(runs) {
  return { ms: runs.reduce((total, { ms }) => total + ms, 0), peakMiB: null };
}

await runIfAlone(import.meta.url, measureScale);
