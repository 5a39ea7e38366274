/**
 * Fingerprints: 10,000 CSV files of 2 KiB through `vacuum | hashbytes`, with and without `fingerprint --fp csv.v0` after it, measured on
 * whole processes, start-up included; and one CSV of 1 GiB, which must be streamed, by csv.v0 and by a definition with assertions on its columns.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { makeLongTape, makeTapes } from './data/loan-tapes.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { program, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { against, duration, memory } from './frame/rows.mjs';
import { run, shell } from './frame/run.mjs';

const ROUNDS = 7;
const BAR = 3;
const COLUMNS_BAR = 2;
const LIMIT_MIB = 200;
const COLUMNS_LIMIT_MIB = 256;
const TAPES = 10_000;
const HASHED = '"$1" "$4" --no-witness | "$2" --no-witness';

/** What an analyst asks of a tape; `column_unique` keeps 64 bits of each of its 16 million ids, which ascend. */
const DEFINITION = `fingerprint_id: columns.v1
format: csv
assertions:
  - column_unique: { columns: loan_id }
  - column_cells: { column: loan_id, pattern: '^L-[0-9]+$', not_blank: true }
  - column_cells: { column: [originated, maturity], type: date, min: 2000-01-01 }
  - column_cells: { column: balance, type: number, min: 0, max: 99999.99 }
  - column_cells: { column: status, one_of: [current, 30dpd, '60dpd, watch list'] }
  - row_compare: { left: maturity, op: '>', right: originated }
`;

export async function measureFingerprints({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const tapes = prepared('loan-tapes', { count: TAPES, rows: 28 }, makeTapes);
  const long = prepared('long-tape', { mebibytes: 1024 }, makeLongTape);
  warm(tapes);
  const [hashed, records, longRecord, longOut] = ['hashed', 'fingerprinted', 'long-hashed', 'long'].map((name) =>
    scratchFile(`${name}.jsonl`),
  );
  const programs = ['vacuum', 'hashbytes', 'fingerprint'].map(program);
  const runs = takeTurns(rounds, {
    hashed: () => shell(`${HASHED} > "$5"`, [...programs, tapes, hashed]),
    fingerprinted: () => shell(`${HASHED} | "$3" --fp csv.v0 --no-witness > "$5"`, [...programs, tapes, records]),
    alone: () => run(program('fingerprint'), ['--fp', 'csv.v0', '--no-witness', hashed], { memory: true }),
  });
  requireAllMatched(records, TAPES);
  warm(long);
  shell(`${HASHED} > "$5"`, [...programs, long, longRecord]);
  const definition = scratchFile('columns.fp.yaml');
  writeFileSync(definition, DEFINITION);
  const columns = ['--definitions', definition, '--fp', 'columns.v1'];
  const longRuns = takeTurns(Math.min(rounds, 2), {
    long: () => run(program('fingerprint'), ['--fp', 'csv.v0', '--no-witness', longRecord], { memory: true, stdout: longOut }),
    columns: () => run(program('fingerprint'), [...columns, '--no-witness', longRecord], { memory: true }),
  });
  requireAllMatched(longOut, 1);
  return {
    title: 'Fingerprints',
    inputs: `${TAPES.toLocaleString('en')} CSV of 2 KiB in 100 folders; one CSV of 1 GiB, which takes ${duration(longRuns.long[0].ms)}`,
    rounds,
    rows: [
      ...against('vacuum, hashbytes, fingerprint', runs.fingerprinted, { 'vacuum, hashbytes': runs.hashed }, BAR),
      memory('fingerprint, 2 KiB each', runs.alone, LIMIT_MIB),
      memory('fingerprint, 1 GiB', longRuns.long, LIMIT_MIB),
      ...against('fingerprint by columns, 1 GiB', longRuns.columns, { 'csv.v0 of the same': longRuns.long }, COLUMNS_BAR),
      memory('fingerprint by columns, 1 GiB', longRuns.columns, COLUMNS_LIMIT_MIB),
    ],
  };
}

/** Speed counts only if the work was done: every file matched, each with a content hash of its own. */
function requireAllMatched(path, count) {
  const found = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).fingerprint);
  const hashes = new Set(found.map((fingerprint) => fingerprint.content_hash));
  if (!found.every((fingerprint) => fingerprint.matched) || hashes.size !== count)
    throw new Error(`expected ${count} files matched, found ${found.length} with ${hashes.size} content hashes`);
}

await runIfAlone(import.meta.url, measureFingerprints);
