/**
 * A Parquet file as a grid of one sheet: the names of its columns, then its rows. Numbers keep their digits: decimals and instants are read
 * as the stored integers and written in full. Nested values are JSON, bytes are hex. It is read page by page, so that what is in memory is
 * the file and a page of each column.
 *
 *     DECIMAL(10,2) 123456      '1234.56'
 *     TIMESTAMP(us) 1           '1970-01-01T00:00:00.000001'
 */
import { startsWith } from '#core/bytes/prefix';
import { type Grid, ParseFailure, type Row } from '#core/parsed';
import { ParquetDamage } from '../parquet/damage.ts';
import { readFooter } from '../parquet/metadata.ts';
import { countRows, readRows } from '../parquet/rows.ts';
import { describeColumn, describeField, readSchema } from '../parquet/schema.ts';

const MARK = Uint8Array.of(0x50, 0x41, 0x52, 0x31);
/** An encrypted file ends so; some have an open beginning. */
const ENCRYPTED = Uint8Array.of(0x50, 0x41, 0x52, 0x45);

/** A file of this length has time for all its rows; a longer one has as much again for each. */
const STRETCH = 1 << 24;

/** `onProgress` is called at even distances, once for every 16 MiB of the file. */
export function readParquet(bytes: Uint8Array, onProgress?: () => void): Grid {
  if (startsWith(bytes, bytes.length - 4, ENCRYPTED)) throw new ParseFailure('an encrypted Parquet file, which is not supported');
  if (!startsWith(bytes, 0, MARK) || !startsWith(bytes, bytes.length - 4, MARK))
    throw new ParseFailure('expected a Parquet file, found no PAR1 at its start and end');
  return orParseFailure(() => {
    const { start, footer } = readFooter(bytes);
    const schema = readSchema(footer.schema);
    const facts = { row_count: countRows(footer), schema: schema.fields.map(describeField) };
    const columns = schema.fields.map(describeColumn);
    return { kind: 'grid', sheets: ['parquet'], rows: () => rowsOf(), columns, facts };

    function* rowsOf(): Generator<Row, undefined, undefined> {
      yield schema.fields.map(({ name }) => name);
      const rows = readRows({ bytes, end: start }, footer, schema);
      const rowsAtOnce = Math.ceil(facts.row_count / (1 + Math.floor(bytes.length / STRETCH)));
      let count = 0;
      for (let next = orParseFailure(() => rows.next()); next.done !== true; next = orParseFailure(() => rows.next())) {
        yield next.value;
        if (++count % rowsAtOnce === 0) onProgress?.();
      }
      return undefined;
    }
  });
}

function orParseFailure<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof ParquetDamage ? new ParseFailure(`not a readable Parquet file: ${error.message}`) : error;
  }
}
