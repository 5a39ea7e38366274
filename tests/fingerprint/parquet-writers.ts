/** Parquet files by two other programs: DuckDB, and the Rust implementation of Arrow as WebAssembly. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { Compression, EnabledStatistics, Encoding, readParquet, WriterPropertiesBuilder, WriterVersion, writeParquet } from 'parquet-wasm';

export interface Duck {
  /** The table of a query as a file; the options are those of COPY, such as `codec zstd`. */
  write(query: string, options?: readonly string[]): Promise<Uint8Array>;
  /** The same table, read from a file. */
  rewrite(bytes: Uint8Array, options?: readonly string[]): Promise<Uint8Array>;
  /** Names, types and values; null if it cannot be read. */
  read(bytes: Uint8Array): Promise<string | null>;
}

export async function openDuck(folder: string): Promise<Duck> {
  let connection = await connect();
  let files = 0;
  const fresh = (): string => join(folder, `${files++}.parquet`);
  const write: Duck['write'] = async (query, options = []) => {
    const path = fresh();
    await connection.run(`COPY (${query}) TO '${path}' (${['FORMAT parquet', ...options].join(', ')})`);
    return new Uint8Array(readFileSync(path));
  };
  const put = (bytes: Uint8Array): string => {
    const path = fresh();
    writeFileSync(path, bytes);
    return path;
  };
  return {
    write,
    rewrite: (bytes, options) => write(`FROM '${put(bytes)}'`, options),
    async read(bytes) {
      try {
        const read = await connection.runAndReadAll(`FROM '${put(bytes)}'`);
        return JSON.stringify([read.columnNames(), read.columnTypes().map(String), read.getRowsJson()]);
      } catch (error) {
        // After an error inside DuckDB its database cannot be used any more.
        if (/INTERNAL|FATAL/.test(String(error))) connection = await connect();
        return null;
      }
    },
  };
}

async function connect(): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run("SET threads = 1; SET TimeZone = 'UTC'; SET enable_external_file_cache = false");
  return connection;
}

/** The same table, written by Arrow. */
export const ARROW_STYLES: Readonly<Record<string, (builder: WriterPropertiesBuilder) => WriterPropertiesBuilder>> = {
  'as it likes': (builder) => builder,
  'with Snappy': (builder) => builder.setCompression(Compression.SNAPPY),
  'with Zstandard': (builder) => builder.setCompression(Compression.ZSTD),
  'with gzip': (builder) => builder.setCompression(Compression.GZIP),
  'with Brotli': (builder) => builder.setCompression(Compression.BROTLI),
  'with LZ4': (builder) => builder.setCompression(Compression.LZ4_RAW),
  'without dictionaries': (builder) => builder.setDictionaryEnabled(false),
  'in pages of the second version': (builder) => builder.setWriterVersion(WriterVersion.V2).setDictionaryEnabled(false),
  'in plain pages': (builder) => builder.setDictionaryEnabled(false).setEncoding(Encoding.PLAIN),
  'in small row groups': (builder) => builder.setMaxRowGroupSize(7),
  'in small pages': (builder) => builder.setDataPageSizeLimit(64).setWriteBatchSize(5).setDictionaryPageSizeLimit(32),
  'without statistics': (builder) => builder.setStatisticsEnabled(EnabledStatistics.None),
};

export function arrowWrite(bytes: Uint8Array, style = 'as it likes'): Uint8Array {
  const set = ARROW_STYLES[style];
  if (set === undefined) throw new Error(`unknown style ${style}`);
  return writeParquet(readParquet(bytes), set(new WriterPropertiesBuilder()).build());
}
