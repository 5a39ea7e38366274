/**
 * Fingerprints of long tables: Parquet of 2,000,000 rows by 20 columns, in row groups as DuckDB makes them and in one row group, with DuckDB
 * reading and hashing the same values on one core. What is in memory is the file and a page of each column.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTable } from './data/parquet-table.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { program, projectRoot, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { against, memory } from './frame/rows.mjs';
import { run, shell } from './frame/run.mjs';

const ROUNDS = 3;
const LIMIT_MIB = 512;
const ROWS = 2_000_000;
const GROUPS = { 'row groups of 122,880': 122_880, 'one row group': ROWS };

export async function measureTables({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const rows = [];
  const hashes = new Set();
  for (const [name, group] of Object.entries(GROUPS)) {
    const folder = prepared(`parquet-${group}`, { rows: ROWS, group }, makeTable);
    const [record, out] = [`hashed-${group}`, `fingerprinted-${group}`].map((file) => scratchFile(`${file}.jsonl`));
    warm(folder);
    shell('"$1" "$3" --no-witness | "$2" --no-witness > "$4"', [program('vacuum'), program('hashbytes'), folder, record]);
    const runs = takeTurns(rounds, {
      ours: () =>
        run(program('fingerprint'), ['--fp', 'parquet.v0', '--jobs', '1', '--timeout', '600', '--no-witness', record], {
          memory: true,
          stdout: out,
        }),
      duckdb: () => run(process.execPath, [join(projectRoot, 'bench', 'duckdb-loop.mjs'), join(folder, 'loans.parquet')]),
    });
    hashes.add(JSON.parse(readFileSync(out, 'utf8')).fingerprint.content_hash);
    rows.push(...against(`fingerprint, ${name}`, runs.ours, { 'DuckDB, hash of every row': runs.duckdb }));
    rows.push(memory(`fingerprint, ${name}`, runs.ours, LIMIT_MIB));
  }
  if (hashes.size !== 1 || hashes.has(null)) throw new Error('expected one content hash, whatever the row groups');
  return { title: 'Tables', inputs: `Parquet of ${ROWS.toLocaleString('en')} rows by 20 columns, about 150 MB`, rounds, rows };
}

await runIfAlone(import.meta.url, measureTables);
