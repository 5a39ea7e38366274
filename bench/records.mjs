/**
 * Many records: a lockfile is made from a million lines of `hash.v0` and then verified, within 1 GiB of memory, compared with a bare loop
 * of `JSON.parse` over the same lines. `--full` adds ten million lines, whose lockfile is longer than the longest string of V8.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { makeHashedRecords } from './data/hashed-records.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { absent, program, projectRoot, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { against, memory } from './frame/rows.mjs';
import { run } from './frame/run.mjs';

const ROUNDS = 5;
const MILLION = { count: 1_000_000, label: '1 M', bar: 2.2, limitMiB: 1024 };
const TEN_MILLION = { count: 10_000_000, label: '10 M', bar: null, limitMiB: 4096 };

export async function measureRecords({ rounds: asked, full }) {
  const rounds = asked ?? ROUNDS;
  const small = measureCount(rounds, MILLION);
  const large = full ? measureCount(1, TEN_MILLION) : { inputs: '10 M only with --full', rows: [] };
  const inputs = `${small.inputs}; ${large.inputs}${full ? ', 1 round' : ''}`;
  return { title: 'Records', inputs, rounds, rows: [...small.rows, ...large.rows] };
}

function measureCount(rounds, { count, label, bar, limitMiB }) {
  const sorted = prepared(`records-${count}.jsonl`, { count, shuffled: false }, makeHashedRecords);
  const shuffled = prepared(`records-${count}-shuffled.jsonl`, { count, shuffled: true }, makeHashedRecords);
  const lockfile = scratchFile('records.lock.json');
  const other = scratchFile('records-shuffled.lock.json');
  warm(sorted);
  warm(shuffled);
  const runs = takeTurns(rounds, {
    loop: () => run('node', [join(projectRoot, 'bench', 'parse-loop.mjs'), sorted]),
    create: () => create(sorted, lockfile),
    verify: () => run(program('lock'), ['verify', lockfile, '--no-sync'], { memory: true }),
    shuffled: () => create(shuffled, other),
  });
  run('cmp', [lockfile, other]);
  const loop = { 'JSON.parse loop': runs.loop };
  const [created, scrambled, verified] = [`lock, ${label}`, `lock, ${label} shuffled`, `lock verify, ${label}`];
  return {
    inputs: `${label} records, ${megabytes(sorted)} of lines, ${megabytes(lockfile)} of lockfile`,
    rows: [
      ...against(created, runs.create, loop, bar),
      memory(created, runs.create, limitMiB),
      ...against(scrambled, runs.shuffled, loop),
      memory(scrambled, runs.shuffled, limitMiB),
      ...against(verified, runs.verify, { lock: runs.create }, 1),
      memory(verified, runs.verify, limitMiB),
    ],
  };
}

/** The creation time is the same in every lockfile, to show that the order of the input makes no difference. */
function create(records, lockfile) {
  return run(program('lock'), [records, '--created', '2026-02-01T00:00:00Z', '--no-sync', '--output', absent(lockfile)], { memory: true });
}

function megabytes(path) {
  return `${Math.round(statSync(path).size / 1e6)} MB`;
}

await runIfAlone(import.meta.url, measureRecords);
