/**
 * A scan in shards: eight shards in turn and their merge, compared with one scan of the same tree; and the merge of large parts, compared
 * with `sort -m` of the same members.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFileTree } from './data/file-tree.mjs';
import { makeLockParts } from './data/lock-parts.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { absent, program, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { against, memory } from './frame/rows.mjs';
import { run, shell } from './frame/run.mjs';

const ROUNDS = 5;
const SHARDS = 8;
/** Nine programs start for eight shards: only a scan of some seconds can show what shards cost. */
const FILES = 1_000_000;
const MERGED = { members: 2_000_000, parts: 16 };
const CREATED = ['--created', '2026-01-15T10:30:00Z', '--no-sync', '--force', '--quiet'];

export async function measureScale({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const tree = prepared('many-files', { count: FILES }, makeFileTree);
  const parts = prepared('lock-parts', MERGED, makeLockParts);
  for (const data of [tree, parts]) warm(data);
  const [single, plan] = [scratchFile('single.lock.json'), scratchFile('plan.json')];
  const lock = (...args) => run(program('lock'), args, { memory: true });
  lock('--scan', tree, ...CREATED, '--output', single);
  lock('plan', single, '--parts', SHARDS, '--output', plan, '--force', '--quiet');
  const merged = scratchFile('merged.lock.json');
  const inShards = (...how) => {
    const names = Array.from({ length: SHARDS }, (_, index) => scratchFile(`part-${index}`));
    const tasks = names.map((name, index) =>
      lock('--scan', tree, ...CREATED, '--shard', `${index}/${SHARDS}`, ...how, '--output', absent(name)),
    );
    return sum([...tasks, lock('merge', ...names, '--output', absent(merged), '--no-sync', '--force', '--quiet')]);
  };
  const files = Array.from({ length: MERGED.parts }, (_, index) => join(parts, `part-${index}`));
  const runs = takeTurns(rounds, {
    single: () => lock('--scan', tree, ...CREATED, '--output', absent(single)),
    ranges: () => inShards('--plan', plan),
    hashed: () => inShards(),
    merge: () => lock('merge', ...files, '--output', scratchFile('large.lock.json'), '--no-sync', '--no-witness', '--force', '--quiet'),
    sort: () => shell('LC_ALL=C sort -m "$1"/lines-* -o "$2"', [parts, scratchFile('sorted')]),
  });
  if (!readFileSync(single).equals(readFileSync(merged))) throw new Error('the merged lock is not that of one scan');
  const rows = [
    ...against(`${SHARDS} ranges of a plan in turn, and lock merge`, runs.ranges, { 'lock --scan': runs.single }, 1.15),
    ...against(`${SHARDS} shards by hash in turn, and lock merge`, runs.hashed, { 'lock --scan': runs.single }),
    ...against(`lock merge, ${MERGED.parts} parts`, runs.merge, { 'sort -m': runs.sort }, 2),
    memory(`lock merge, ${MERGED.parts} parts`, runs.merge, 256),
  ];
  const inputs = `${FILES.toLocaleString('en')} files of 1 to 3 KiB; parts of ${MERGED.members.toLocaleString('en')} members`;
  return { title: 'Scans in shards', inputs, rounds, rows };
}

function sum(runs) {
  return { ms: runs.reduce((total, { ms }) => total + ms, 0), peakMiB: null };
}

await runIfAlone(import.meta.url, measureScale);
