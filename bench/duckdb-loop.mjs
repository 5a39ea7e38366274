/** What DuckDB needs to read every value of a Parquet file on one core: it hashes every row. */
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run('SET threads = 1');
await connection.runAndReadAll(`SELECT bit_xor(hash(COLUMNS(*))) FROM '${process.argv[2]}'`);
