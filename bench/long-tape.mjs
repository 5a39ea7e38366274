/**
 * One CSV of 1 GiB, which must be streamed, by csv.v0 and by a definition with assertions on its columns, on one core.
 */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeLongTape } from './data/loan-tapes.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { requireAllMatched } from './frame/matched.mjs';
import { program, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { medianMs, takeTurns } from './frame/rounds.mjs';
import { against, memory } from './frame/rows.mjs';
import { run, shell } from './frame/run.mjs';

const ROUNDS = 3;
const COLUMNS_BAR = 2;
const LIMIT_MIB = 200;
const COLUMNS_LIMIT_MIB = 256;
const MB = 1e6;

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

export async function measureLongTape({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const long = prepared('long-tape', { mebibytes: 1024 }, makeLongTape);
  warm(long);
  const [record, out, definition] = ['long-hashed.jsonl', 'long.jsonl', 'columns.fp.yaml'].map(scratchFile);
  writeFileSync(definition, DEFINITION);
  shell('"$1" "$3" --no-witness | "$2" --no-witness > "$4"', [program('vacuum'), program('hashbytes'), long, record]);
  const columns = ['--definitions', definition, '--fp', 'columns.v1'];
  const judge = (fingerprint, stdout) =>
    run('taskset', ['-c', '0', program('fingerprint'), ...fingerprint, '--no-witness', record], { memory: true, stdout });
  const runs = takeTurns(rounds, { plain: () => judge(['--fp', 'csv.v0'], out), columns: () => judge(columns, '/dev/null') });
  requireAllMatched(out, 1);
  const rate = (each) => `${Math.round((statSync(join(long, 'long.csv')).size / MB / medianMs(each)) * 1000)} MB/s`;
  return {
    title: 'A long tape',
    inputs: `one CSV of 1 GiB, on one core: csv.v0 ${rate(runs.plain)}, by columns ${rate(runs.columns)}`,
    rounds,
    rows: [
      memory('fingerprint, 1 GiB', runs.plain, LIMIT_MIB),
      ...against('fingerprint by columns, 1 GiB', runs.columns, { 'csv.v0 of the same': runs.plain }, COLUMNS_BAR),
      memory('fingerprint by columns, 1 GiB', runs.columns, COLUMNS_LIMIT_MIB),
    ],
  };
}

await runIfAlone(import.meta.url, measureLongTape);
