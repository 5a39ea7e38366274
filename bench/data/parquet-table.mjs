/**
 * A table of loans in Parquet, written by DuckDB: 20 columns of the usual types.
 *
 *     node bench/data/parquet-table.mjs FILE ROWS ROWS_OF_A_GROUP
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COLUMNS = {
  id: "'L-' || i",
  account: '(hash(i) % 10000000000)::BIGINT',
  balance: '((hash(i + 1) % 100000000) / 100.0)::DECIMAL(14, 2)',
  due: "DATE '2020-01-01' + (i % 4000)::INT",
  paid_at: "TIMESTAMP '2025-01-01' + INTERVAL (i) SECOND",
  currency: "['EUR', 'USD', 'GBP'][1 + i % 3]",
  months: 'i::INT',
  rate: '(hash(i) / 7.0)::DOUBLE',
  tenant: "CASE WHEN i % 11 = 0 THEN NULL ELSE 'Tenant ' || (i % 5000) END",
  performing: 'i % 2 = 0',
};

export function makeTable(folder, { rows, group }) {
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), join(folder, 'loans.parquet'), rows, group].map(String), {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('DuckDB has not written the table');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [path, rows, group] = process.argv.slice(2);
  const { DuckDBInstance } = await import('@duckdb/node-api');
  mkdirSync(dirname(path), { recursive: true });
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run("SET threads = 1; SET memory_limit = '4GB'");
  const columns = ['', '_again'].flatMap((ending) => Object.entries(COLUMNS).map(([name, value]) => `${value} AS ${name}${ending}`));
  await connection.run(
    `COPY (SELECT ${columns.join(', ')} FROM range(${rows}) t(i)) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE ${group})`,
  );
}
