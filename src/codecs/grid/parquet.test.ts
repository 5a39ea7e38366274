import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, it } from 'vitest';
import type { JsonValue } from '#core/json/value';
import { ParseFailure } from '#core/parsed';
import {
  bool,
  type Fields,
  i8,
  i32,
  i64,
  levels,
  list,
  type MadeColumn,
  type MadeElement,
  madeParquet,
  oneColumn,
  plainInts,
  plainLongs,
  plainTexts,
  struct,
  text,
} from '../../../tests/fingerprint/made-parquet.ts';
import { readParquet } from './parquet.ts';

const [INT32, INT64, INT96, BYTES, FIXED] = [1, 2, 3, 6, 7];
const [REQUIRED, OPTIONAL, REPEATED] = [0, 1, 2];
const read = (bytes: Uint8Array) => {
  const grid = readParquet(bytes);
  return { rows: [...grid.rows('parquet')], schema: grid.facts['schema'] as JsonValue };
};

const written = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: 'id', data: [1, 2, 3], type: 'INT32' },
      { name: 'big', data: [9007199254740993n, -1n, 0n], type: 'INT64' },
      { name: 'rate', data: [0.1, 2, -0.5], type: 'DOUBLE' },
      { name: 'name', data: ['a', null, 'é'], type: 'STRING' },
      { name: 'ok', data: [true, false, true], type: 'BOOLEAN' },
    ],
  }),
);

it('readParquet() gives the names of the columns and then the rows, without losing a digit', () => {
  const { rows, schema } = read(written);
  expect(rows).toEqual([
    ['id', 'big', 'rate', 'name', 'ok'],
    ['1', '9007199254740993', '0.1', 'a', 'true'],
    ['2', '-1', '2', null, 'false'],
    ['3', '0', '-0.5', 'é', 'true'],
  ]);
  expect(schema).toContainEqual({ name: 'id', type: 'int32' });
});

const ints = plainInts(1, -1);
const longs = plainLongs(1n, -1n);
const utc = (unit: number, isUtc = true): Fields => ({ 1: bool(isUtc), 2: struct({ [unit]: struct({}) }) });

it.each<[string, Partial<MadeElement>, Uint8Array, string, string[]]>([
  ['no annotation', { type: INT32 }, ints, 'int32', ['1', '-1']],
  ['INT_32', { type: INT32, converted: 17 }, ints, 'int32', ['1', '-1']],
  ['INTEGER(32)', { type: INT32, logical: { 10: struct({ 1: i8(32), 2: bool(true) }) } }, ints, 'int32', ['1', '-1']],
  ['UINT_32', { type: INT32, converted: 13 }, ints, 'uint32', ['1', '4294967295']],
  ['UINT_64', { type: INT64, converted: 14 }, longs, 'uint64', ['1', '18446744073709551615']],
  ['DATE', { type: INT32, converted: 6 }, ints, 'date', ['1970-01-02', '1969-12-31']],
  ['TIME_MILLIS', { type: INT32, converted: 7 }, plainInts(1, 86_400_000), 'time(ms, UTC)', ['00:00:00.001Z', '24:00:00Z']],
  [
    'TIME(ns, local)',
    { type: INT64, logical: { 7: struct(utc(3, false)) } },
    longs,
    'time(ns, local)',
    ['00:00:00.000000001', '-00:00:00.000000001'],
  ],
  [
    'TIMESTAMP_MICROS',
    { type: INT64, converted: 10 },
    longs,
    'timestamp(us, UTC)',
    ['1970-01-01T00:00:00.000001Z', '1969-12-31T23:59:59.999999Z'],
  ],
  [
    'TIMESTAMP(us)',
    { type: INT64, logical: { 8: struct(utc(2)) } },
    longs,
    'timestamp(us, UTC)',
    ['1970-01-01T00:00:00.000001Z', '1969-12-31T23:59:59.999999Z'],
  ],
  [
    'both for a local time',
    { type: INT64, converted: 10, logical: { 8: struct(utc(2, false)) } },
    longs,
    'timestamp(us, local)',
    ['1970-01-01T00:00:00.000001', '1969-12-31T23:59:59.999999'],
  ],
  ['DECIMAL in 32 bits', { type: INT32, converted: 5, scale: 2, precision: 9 }, plainInts(12345, -5), 'decimal(9, 2)', ['123.45', '-0.05']],
  [
    'DECIMAL in bytes',
    { type: BYTES, converted: 5, scale: 2, precision: 9 },
    Buffer.from('02000000303901000000fb', 'hex'),
    'decimal(9, 2)',
    ['123.45', '-0.05'],
  ],
  ['UTF8', { type: BYTES, converted: 0 }, plainTexts('é', ''), 'string', ['é', '']],
  ['STRING', { type: BYTES, logical: { 1: struct({}) } }, plainTexts('é', ''), 'string', ['é', '']],
  ['BYTE_ARRAY', { type: BYTES }, plainTexts('é', ''), 'bytes', ['c3a9', '']],
  ['FIXED_LEN_BYTE_ARRAY', { type: FIXED, length: 2 }, Buffer.from('abcd'), 'fixed(2)', ['6162', '6364']],
  ['FLOAT16', { type: FIXED, length: 2, logical: { 15: struct({}) } }, Buffer.from('003c00fc', 'hex'), 'float16', ['1', '-Infinity']],
  [
    'INTERVAL',
    { type: FIXED, length: 12, converted: 21 },
    Buffer.from('010000000200000003000000' + '0'.repeat(24), 'hex'),
    'interval',
    ['P1M2DT0.003S', 'P0M0DT0.000S'],
  ],
  ['ENUM', { type: BYTES, converted: 4, logical: { 4: struct({}) } }, plainTexts('a', 'b'), 'enum', ['a', 'b']],
  ['JSON', { type: BYTES, converted: 19, logical: { 12: struct({}) } }, plainTexts('{}', '1'), 'json', ['{}', '1']],
  ['BSON', { type: BYTES, converted: 20, logical: { 13: struct({}) } }, plainTexts('a', ''), 'bson', ['61', '']],
  ['GEOMETRY', { type: BYTES, logical: { 17: struct({}) } }, plainTexts('a', ''), 'geometry(OGC:CRS84)', ['61', '']],
  [
    'GEOGRAPHY',
    { type: BYTES, logical: { 18: struct({ 1: text('EPSG:4326'), 2: i32(1) }) } },
    plainTexts('a', ''),
    'geography(EPSG:4326, algorithm 1)',
    ['61', ''],
  ],
  [
    'INT96',
    { type: INT96 },
    Buffer.concat([plainLongs(1n), plainInts(2_440_588), plainLongs(0n), plainInts(2_440_587)]),
    'int96',
    ['1970-01-01T00:00:00.000000001', '1969-12-31T00:00:00'],
  ],
  ['an annotation of the future', { type: INT32, logical: { 9: struct({}) } }, ints, 'unknown 9 int32', ['1', '-1']],
])('readParquet() reads %s', (_, element, page, type, values) => {
  const { rows, schema } = read(oneColumn(element, page));
  expect(schema).toEqual([{ name: 'a', type }]);
  expect(rows).toEqual([['a'], ...values.map((value) => [value])]);
});

it('readParquet() does not look at the name and the repetition of the root', () => {
  const elements = [{ name: 'a', type: INT32, repetition: REQUIRED }];
  const columns = [{ type: INT32, path: ['a'], page: ints, values: 2 }];
  const plain = read(madeParquet({ elements, columns, rows: 2 }));
  expect(read(madeParquet({ root: 'spark_schema', rootRepetition: REPEATED, elements, columns, rows: 2 }))).toEqual(plain);
  const nullable = [{ name: 'a', type: INT32, repetition: OPTIONAL }];
  const page = Buffer.concat([levels(1, 1), ints]);
  expect(read(madeParquet({ root: '', elements: nullable, columns: [{ ...columns[0], page } as MadeColumn], rows: 2 }))).toEqual(plain);
});

/** [1, -1] and []. */
const inList = (page: Buffer, path: readonly string[]): MadeColumn => ({ type: INT32, path, page, values: 3 });

it.each<[string, readonly MadeElement[], MadeColumn]>([
  [
    'three levels',
    [
      { name: 'l', repetition: REQUIRED, children: 1, logical: { 3: struct({}) } },
      { name: 'list', repetition: REPEATED, children: 1 },
      { name: 'element', repetition: REQUIRED, type: INT32 },
    ],
    inList(Buffer.concat([levels(0, 1, 0), levels(1, 1, 0), ints]), ['l', 'list', 'element']),
  ],
  [
    'three levels of other names',
    [
      { name: 'l', repetition: REQUIRED, children: 1, converted: 3 },
      { name: 'bag', repetition: REPEATED, children: 1 },
      { name: 'item', repetition: OPTIONAL, type: INT32 },
    ],
    inList(Buffer.concat([levels(0, 1, 0), levels(2, 2, 0), ints]), ['l', 'bag', 'item']),
  ],
  [
    'two levels',
    [
      { name: 'l', repetition: OPTIONAL, children: 1, converted: 3 },
      { name: 'array', repetition: REPEATED, type: INT32 },
    ],
    inList(Buffer.concat([levels(0, 1, 0), levels(2, 2, 1), ints]), ['l', 'array']),
  ],
  [
    'no annotation',
    [{ name: 'l', repetition: REPEATED, type: INT32 }],
    inList(Buffer.concat([levels(0, 1, 0), levels(1, 1, 0), ints]), ['l']),
  ],
])('readParquet() reads a list of %s', (_, elements, column) => {
  const found = read(madeParquet({ elements, columns: [column], rows: 2 }));
  expect(found).toEqual({ rows: [['l'], ['[1,-1]'], ['[]']], schema: [{ name: 'l', type: { list: 'int32' } }] });
});

it('readParquet() reads a page whose checksum is right, and rows whose total was left empty', () => {
  expect(read(oneColumn({}, ints, { crc: 'right' })).rows).toHaveLength(3);
  expect(read(oneColumn({}, ints, {}, { 3: i64(0) })).rows).toHaveLength(3);
});

it.each<[string, Uint8Array, string]>([
  ['a text of that name', Buffer.from('hello'), 'expected a Parquet file, found no PAR1 at its start and end'],
  ['a truncated file', written.subarray(0, written.length - 3), 'expected a Parquet file, found no PAR1 at its start and end'],
  ['an encrypted file', Buffer.from('PAREaaaaPARE'), 'an encrypted Parquet file, which is not supported'],
  ['marks alone', Buffer.from('PAR1PAR1'), 'a footer that is longer than the file'],
  ['a footer that is too long', Buffer.from('PAR1aaaa\xff\0\0\0PAR1', 'latin1'), 'a footer that is longer than the file'],
  ['a footer that is none', Buffer.from('PAR1aaaaaaaaaaaa\x04\0\0\0PAR1'), 'has the wrong type'],
  ['a field of the wrong type', oneColumn({}, ints, {}, { 1: i64(1) }), 'field version has the wrong type'],
  ['a list of the wrong type', oneColumn({}, ints, {}, { 4: list([i32(1)]) }), 'a list of the wrong type'],
  [
    'bytes behind the footer',
    oneColumn({}, ints, {}, { 6: [8, Buffer.from('\x01a\0\0\0', 'latin1')] }),
    'bytes behind the footer that are no part of it',
  ],
  ['encrypted columns', oneColumn({}, ints, {}, { 8: struct({ 1: struct({}) }) }), 'encrypted columns, which are not supported'],
  ['another number of rows', oneColumn({}, ints, {}, { 3: i64(3) }), 'expected 3 rows, found 2'],
  ['a wrong checksum', oneColumn({}, ints, { crc: 7 }), 'column "a": a page with a wrong checksum'],
  ['too few values', oneColumn({}, plainInts(1)), 'column "a": values that are cut off'],
  ['too many values', oneColumn({}, plainInts(1, 2, 3)), 'column "a": bytes behind the last value'],
  ['a page without its header', oneColumn({}, ints, { header: { 1: i32(3) } }), 'a page without its header'],
  ['a page longer than its column', oneColumn({}, ints, { header: { 3: i32(400) } }), 'a page that is cut off'],
  ['a page of another length', oneColumn({}, ints, { header: { 2: i32(9) } }), 'expected 9 bytes, found 8'],
  ['an encoding that never was', oneColumn({}, ints, { encoding: 1 }), 'unknown encoding 1'],
  ['indexes without a dictionary', oneColumn({}, ints, { encoding: 8 }), 'indexes without a dictionary'],
  [
    'a level that the schema does not have',
    oneColumn({ repetition: OPTIONAL }, Buffer.concat([levels(1, 3), ints])),
    'a value of more than 1 bits',
  ],
  ['another name in the column', oneColumn({ name: 'b' }, ints, { path: ['c'] }), 'another name, "c"'],
  ['another type in the column', oneColumn({}, ints, { type: INT64 }), 'expected INT32, found INT64'],
  [
    'two types that disagree',
    oneColumn({ converted: 6, logical: { 10: struct({ 1: i8(32), 2: bool(true) }) } }, ints),
    'is both int32 and date',
  ],
  ['a type that does not fit', oneColumn({ type: BYTES, converted: 6 }, plainTexts('a', 'b')), 'is date in BYTE_ARRAY'],
  [
    'a text that is not UTF-8',
    oneColumn({ type: BYTES, converted: 0 }, Buffer.from('01000000ff0100000061', 'hex')),
    'a text that is not UTF-8',
  ],
  ['statistics of another length', oneColumn({}, ints, { statistics: { 5: text('abc') } }), 'statistics of 3 bytes for INT32'],
  [
    'a row that begins within a list',
    madeParquet({
      elements: [{ name: 'l', repetition: REPEATED, type: INT32 }],
      columns: [{ type: INT32, path: ['l'], page: Buffer.concat([levels(1, 0), levels(1, 1), ints]), values: 2 }],
      rows: 2,
    }),
    'a row that begins within a list',
  ],
])('readParquet() fails on %s', (_, file, message) => {
  expect(() => read(file)).toThrow(ParseFailure);
  expect(() => read(file)).toThrow(message);
});
