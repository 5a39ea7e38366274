/** Tables as Parquet: DuckDB writes them, in several ways, and the Rust implementation of Arrow writes them again. */
import fc from 'fast-check';
import { ARROW_STYLES, arrowWrite, type Duck } from '../parquet-writers.ts';
import { type Writer, writerOf } from './writer.ts';

/** Texts of SQL: two different ones are two different values. */
const day = fc.integer({ min: 10, max: 28 });
const COLUMNS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  BIGINT: fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }).map(String),
  UTINYINT: fc.nat(255).map(String),
  VARCHAR: fc.string({ unit: fc.constantFrom('a', ' ', '0', 'é', '😀'), maxLength: 6 }).map((text) => `'${text}'`),
  'DECIMAL(18, 2)': fc.tuple(fc.nat(1e9), day).map(([units, cents]) => `${units}.${cents}`),
  DOUBLE: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 }).map((value) => `'${value}'`),
  DATE: day.map((date) => `'2025-12-${date}'`),
  TIMESTAMPTZ: fc.tuple(day, day).map(([date, second]) => `'2025-12-${date} 10:00:${second}.000001Z'`),
  BOOLEAN: fc.boolean().map(String),
  BLOB: fc.nat(9).map((digit) => `'a${digit}'`),
  'INT[]': fc.array(fc.nat(99), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
  'STRUCT(z INT, a VARCHAR)': fc.tuple(fc.nat(9), fc.nat(9)).map(([z, a]) => `{'z': ${z}, 'a': '${a}'}`),
  'MAP(VARCHAR, INT)': fc.tuple(fc.nat(9), fc.nat(9)).map(([key, item]) => `MAP {'k${key}': ${item}}`),
};
const cells = Object.values(COLUMNS).map((cell) => fc.oneof({ weight: 5, arbitrary: cell }, { weight: 1, arbitrary: fc.constant('NULL') }));
type Table = readonly (readonly string[])[];
const content: fc.Arbitrary<Table> = fc.array(fc.tuple(...cells), { minLength: 1, maxLength: 6 });

const changed = content.chain((rows) =>
  fc
    .tuple(fc.nat(rows.length - 1), fc.nat(cells.length - 1))
    .chain(([row, column]) => (cells[column] as fc.Arbitrary<string>).map((cell) => ({ row, column, cell })))
    .filter(({ row, column, cell }) => rows[row]?.[column] !== cell)
    .map(({ row, column, cell }) => [rows, rows.map((each, r) => (r === row ? each.with(column, cell) : each))] as const),
);

const style = fc.record({
  options: fc.subarray(['codec zstd', 'parquet_version v2', 'dictionary_size_limit 1', "kv_metadata {who: 'me'}"]),
  arrow: fc.constantFrom(null, ...Object.keys(ARROW_STYLES)),
});

export function parquetWriter(duck: () => Duck): Writer {
  return writerOf({
    content,
    changed,
    style,
    async write(rows, { options, arrow }) {
      const names = Object.keys(COLUMNS).map((_, i) => `c${i}`);
      const select = Object.keys(COLUMNS).map((type, i) => `c${i}::${type} AS c${i}`);
      const values = rows.map((row) => `(${row.map((cell, i) => `${cell}::${Object.keys(COLUMNS)[i]}`).join(', ')})`);
      const bytes = await duck().write(`SELECT ${select.join(', ')} FROM (VALUES ${values.join(', ')}) t(${names.join(', ')})`, options);
      return arrow === null ? bytes : arrowWrite(bytes, arrow);
    },
  });
}
