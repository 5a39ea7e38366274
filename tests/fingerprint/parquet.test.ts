/** What the content hash of parquet.v0 covers: names, types and values of tables that other programs wrote, and not how they wrote them. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { readParquet } from '#codecs/grid/parquet';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { runs, trials } from '../helpers/trials.ts';
import { contentHashOf } from './content.ts';
import { ARROW_STYLES, arrowWrite, type Duck, openDuck } from './parquet-writers.ts';
import { define, outcomeOf } from './samples.ts';

const folder = scratchFolder('parquet');
let duck: Duck;
beforeAll(async () => {
  duck = await openDuck(folder);
});

const hash = (bytes: Uint8Array): Promise<string> => contentHashOf('parquet', bytes);
const rowsOf = (bytes: Uint8Array) => [...readParquet(bytes).rows('parquet')];

/** A query for each kind of values; `i` counts rows. */
const TABLES = {
  integers:
    '(i % 100)::TINYINT a, i::SMALLINT b, i::INT c, -i::BIGINT d, (i % 250)::UTINYINT e, i::USMALLINT f, i::UINTEGER g, i::UBIGINT h',
  'large integers': '9223372036854775807 - i a, 18446744073709551615::UBIGINT - i::UBIGINT b, -9223372036854775807 + i c',
  texts: "CASE WHEN i % 7 = 0 THEN NULL ELSE 'text ' || i END a, 'é😀' b, '' c, repeat('x', i::INT % 50) d",
  numbers: "(i / 7.0)::DOUBLE a, (i / 3.0)::FLOAT b, 'nan'::DOUBLE c, '-inf'::DOUBLE d, '-0.0'::DOUBLE e",
  decimals: '(i / 7)::DECIMAL(9, 2) a, (i / 7)::DECIMAL(18, 4) b, (-i * 1000001)::DECIMAL(38, 10) c',
  dates: "DATE '2020-01-01' + i::INT a, DATE '1801-01-01' b, TIME '10:00:00.123456' + INTERVAL (i) SECOND c",
  instants:
    "TIMESTAMP '2020-01-01 10:00:00' + INTERVAL (i) SECOND a, TIMESTAMPTZ '2020-01-01 10:00:00Z' b, TIMESTAMP_NS '2020-01-01 10:00:00.123456789' c",
  booleans: 'i % 3 = 0 a, NULL::BOOLEAN b, true c',
  bytes: "encode('a' || i) a, ''::BLOB b, NULL::BLOB c",
  lists: 'CASE WHEN i % 5 = 0 THEN NULL WHEN i % 5 = 1 THEN [] ELSE [i, NULL, i + 1] END a, [[i], [], NULL] b',
  structs: "CASE WHEN i % 5 = 0 THEN NULL ELSE {'z': i, 'a': 'x' || i, 'c': {'d': NULL::INT, 'e': [i]}} END a",
  maps: "MAP([i, i + 1], ['a', NULL]) a, MAP([{'k': i}], [i]) b, MAP(['__proto__'], [i]) c, MAP([]::INT[], []::INT[]) d",
} as const;
const NAMES = Object.keys(TABLES) as (keyof typeof TABLES)[];
const query = (name: keyof typeof TABLES, rows = 40): string => `SELECT ${TABLES[name]} FROM range(${rows}) t(i)`;

it.each(NAMES)('parquet.v0 gives one content hash to %s, whether DuckDB or Arrow wrote them', async (name) => {
  const bytes = await duck.write(query(name));
  const byArrow = arrowWrite(bytes);
  expect(await hash(byArrow)).toBe(await hash(bytes));
  expect(await hash(await duck.rewrite(byArrow))).toBe(await hash(bytes));
});

it.each(Object.keys(ARROW_STYLES))('parquet.v0 gives one content hash to a table that Arrow writes %s', async (style) => {
  for (const name of NAMES) {
    const bytes = await duck.write(query(name));
    expect(await hash(arrowWrite(bytes, style))).toBe(await hash(bytes));
  }
});

it.each([
  'codec uncompressed',
  'codec gzip',
  'codec zstd',
  'codec lz4_raw',
  'codec brotli',
  'row_group_size 2048',
  'parquet_version v2',
  'dictionary_size_limit 1',
  'string_dictionary_page_size_limit 16',
  "field_ids 'auto'",
  "kv_metadata {who: 'me'}",
])('parquet.v0 gives one content hash to a table that DuckDB writes with %s', async (option) => {
  for (const name of NAMES) {
    const rows = option.startsWith('row') ? 5000 : 40;
    expect(await hash(await duck.write(query(name, rows), [option]))).toBe(await hash(await duck.write(query(name, rows))));
  }
});

it('parquet.v0 gives another content hash where any value, name, type or the order of columns or rows differs', async () => {
  const tables = [
    'SELECT 1 a, 2 b',
    'SELECT 2 a, 1 b',
    'SELECT 2 b, 1 a',
    'SELECT 1 a, 2 c',
    'SELECT 1 a, NULL::INT b',
    "SELECT '1' a, '2' b",
    'SELECT 1::BIGINT a, 2::BIGINT b',
    'SELECT 1::UINTEGER a, 2 b',
    'SELECT 1::DECIMAL(9, 2) a, 2 b',
    'SELECT 1::DECIMAL(9, 3) a, 2 b',
    'SELECT 1::DECIMAL(18, 2) a, 2 b',
    'SELECT 1 a, 2 b UNION ALL SELECT 1, 2',
    'SELECT 1 a, 2 b WHERE false',
    "SELECT TIMESTAMP '2020-01-01 10:00:00' a",
    "SELECT TIMESTAMPTZ '2020-01-01 10:00:00Z' a",
    "SELECT TIMESTAMP_MS '2020-01-01 10:00:00' a",
    "SELECT TIMESTAMP_NS '2020-01-01 10:00:00' a",
    "SELECT TIME '10:00:00' a",
    "SELECT TIMETZ '10:00:00+00' a",
    "SELECT DATE '2020-01-01' a",
    "SELECT '2020-01-01' a",
    'SELECT INTERVAL 1 MONTH a',
    'SELECT INTERVAL 30 DAY a',
    'SELECT INTERVAL 1 DAY a',
    'SELECT INTERVAL 24 HOUR a',
    "SELECT {'a': 1} a",
    "SELECT {'__proto__': 1} a",
    "SELECT {'__proto__': 2} a",
    "SELECT MAP(['__proto__'], [1]) a",
    "SELECT MAP(['__proto__'], [2]) a",
    "SELECT MAP([{'k': 1}], [1]) a",
    "SELECT MAP([{'k': 2}], [1]) a",
    "SELECT MAP([{'k': 1}], [2]) a",
    'SELECT MAP([1, 2], [1, 2]) a',
    'SELECT MAP([2, 1], [2, 1]) a',
    'SELECT [1] a',
    'SELECT [[1]] a',
    'SELECT [NULL::INT] a',
    'SELECT []::INT[] a',
    'SELECT NULL::INT[] a',
    "SELECT [''] a",
    "SELECT '' a",
    'SELECT NULL::VARCHAR a',
    "SELECT ''::BLOB a",
    "SELECT UUID '12345678-1234-1234-1234-123456789012' a",
    "SELECT '12345678-1234-1234-1234-123456789012' a",
  ];
  const hashes = await Promise.all(tables.map(async (table) => hash(await duck.write(table))));
  expect(tables.filter((_, i) => hashes.indexOf(hashes[i] as string) !== i)).toEqual([]);
});

it('parquet.v0 gives another content hash where any one cell of a table differs', async () => {
  const cells = fc.record({ table: fc.constantFrom(...NAMES), row: fc.nat(39), other: fc.integer({ min: 40, max: 99 }) });
  await fc.assert(
    fc.asyncProperty(cells, async ({ table, row, other }) => {
      const before = await duck.write(query(table));
      const after = await duck.write(
        `SELECT ${TABLES[table]} FROM (SELECT CASE WHEN j = ${row} THEN ${other} ELSE j END i FROM range(40) t(j))`,
      );
      expect((await hash(after)) === (await hash(before))).toBe((await duck.read(after)) === (await duck.read(before)));
      expect(await hash(arrowWrite(after, 'in small pages'))).toBe(await hash(after));
    }),
    runs(60),
  );
});

it('readParquet() shows the values of all types', async () => {
  const sql = `SELECT 123.45::DECIMAL(9, 2) a, DATE '2025-12-01' b, TIME '08:30:00' c, TIMESTAMP '2025-12-01 08:30:00.5' d,
    INTERVAL '1 month 2 days 3.004 seconds' e, {'b': [1, NULL], 'a': 'x'} f, MAP([{'k': 'é'}], [1.5::DOUBLE]) g, 'ab'::BLOB h,
    UUID '12345678-1234-1234-1234-123456789012' i, 1e300::DOUBLE j, [0.10::DECIMAL(4, 2)] k, [DATE '2025-12-01'] l`;
  expect(rowsOf(await duck.write(sql))[1]).toEqual([
    '123.45',
    '2025-12-01',
    '08:30:00',
    '2025-12-01T08:30:00.500000',
    'P1M2DT3.004S',
    '{"a":"x","b":[1,null]}',
    '[[{"k":"é"},1.5]]',
    '6162',
    '12345678-1234-1234-1234-123456789012',
    '1e+300',
    '[0.10]',
    '["2025-12-01"]',
  ]);
});

it('readParquet() shows instants with their zone, and times on a clock without', async () => {
  const select =
    "SELECT TIMESTAMPTZ '2025-12-01 10:00:00.5+02' a, TIMESTAMP '2025-12-01 10:00:00' b, TIME '10:00:00' c, [TIMESTAMPTZ '2025-12-01 10:00:00Z'] d";
  const cells = ['2025-12-01T08:00:00.500000Z', '2025-12-01T10:00:00', '10:00:00', '["2025-12-01T10:00:00Z"]'];
  expect(rowsOf(await duck.write(select))[1]).toEqual(cells);
  const definition = define({
    format: 'parquet',
    assertions: [{ column_cells: { column: ['a', 'b'], type: 'datetime' } }],
    extract: [{ name: 'x', type: 'columns', columns: ['a', 'b'] }],
    content_hash: { algorithm: 'blake3', over: ['x'] },
  });
  expect(outcomeOf(definition, readParquet(await duck.write(select))).extracted).toMatchObject({ x: { rows: [cells.slice(0, 2)] } });
});

it('readParquet() describes names and types, and nothing of the writer', async () => {
  const bytes = await duck.write("SELECT 1 a, [{'b': MAP(['x'], [TIMESTAMPTZ '2025-12-01 00:00:00Z'])}] c");
  const schema = [
    { name: 'a', type: 'int32' },
    { name: 'c', type: { list: { struct: [{ name: 'b', type: { map: { key: 'string', value: 'timestamp(us, UTC)' } } }] } } },
  ];
  expect(readParquet(bytes).facts).toEqual({ row_count: 1, schema });
  expect(readParquet(arrowWrite(bytes)).facts).toEqual({ row_count: 1, schema });
});

/** All bits of all files every night, a few of them otherwise. */
const EVERY = trials(197, 1);

it.each([
  ['DuckDB', (bytes: Uint8Array) => bytes],
  ['Arrow', (bytes: Uint8Array) => arrowWrite(bytes, 'with Snappy')],
])(
  'parquet.v0 gives no file of %s with a changed bit the content hash of the file, unless DuckDB reads the same values',
  async (_, write) => {
    const table = `SELECT 'L-' || i id, (i * 1.25)::DECIMAL(12, 2) balance, CASE WHEN i % 3 = 0 THEN NULL ELSE DATE '2025-01-01' + i::INT END due,
    i::INT n, TIMESTAMP '2025-01-01 10:00:00' at_, i / 3.0::DOUBLE rate, [i, NULL] list FROM range(8) t(i)`;
    const good = write(await duck.write(table));
    const [content, values] = [await hash(good), await duck.read(good)];
    const missed: string[] = [];
    for (let bit = 0; bit < good.length * 8; bit += EVERY) {
      const bad = good.slice();
      bad[bit >> 3] = (bad[bit >> 3] as number) ^ (1 << (bit & 7));
      const found = await hash(bad).catch(() => null);
      if (found === content && (await duck.read(bad)) !== values) missed.push(`byte ${bit >> 3}, bit ${bit & 7}`);
    }
    expect(missed).toEqual([]);
  },
);
