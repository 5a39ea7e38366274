/**
 * What DuckDB needs to read every value of a Parquet file on one core: it hashes every row. With `--each` it takes many files, CSV as well, and
 * passes over those that it cannot read.
 */
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run('SET threads = 1');
const isEach = process.argv[2] === '--each';
let unread = 0;
for (const path of process.argv.slice(isEach ? 3 : 2)) {
  try {
    await connection.runAndReadAll(`SELECT bit_xor(hash(COLUMNS(*))) FROM '${path.replaceAll("'", "''")}'`);
  } catch (error) {
    if (!isEach) throw error;
    unread++;
  }
}
if (isEach) console.log(`${unread} not read`);
