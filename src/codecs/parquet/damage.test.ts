/** What a writer may state wrongly in a page or a schema: each is found, and named with its column. */
import { expect, it } from 'vitest';
import {
  bool,
  type Fields,
  i8,
  i32,
  levels,
  list,
  type MadeColumn,
  type MadeElement,
  madeParquet,
  oneColumn,
  plainInts,
  plainTexts,
  struct,
  text,
} from '../../../tests/fingerprint/made-parquet.ts';
import { readParquet } from '../grid/parquet.ts';

const [BOOLEAN, INT32, INT64, DOUBLE, BYTES, FIXED] = [0, 1, 2, 5, 6, 7];
const [REQUIRED, OPTIONAL, REPEATED] = [0, 1, 2];
const [RLE, BIT_PACKED, DELTAS, LENGTHS, SHARED, SPLIT] = [3, 4, 5, 6, 7, 9];
const ints = plainInts(1, -1);
const rowsOf = (file: Uint8Array) => [...readParquet(file).rows('parquet')].slice(1);

/** The header of a data page whose levels have this encoding. */
const levelsAs = (encoding: number): Fields => ({ 5: struct({ 1: i32(2), 2: i32(0), 3: i32(encoding), 4: i32(encoding) }) });
/** A page of the second version, of two values without nulls. */
const secondVersion = (definitions: number, repetitions: number, size: number): Fields => ({
  1: i32(3),
  2: i32(size),
  8: struct({ 1: i32(2), 2: i32(0), 3: i32(2), 4: i32(0), 5: i32(definitions), 6: i32(repetitions), 7: bool(false) }),
});
const threeRows = (column: Partial<MadeColumn>): Uint8Array =>
  madeParquet({
    elements: [{ name: 'a', type: INT32, repetition: REQUIRED }],
    columns: [{ type: INT32, path: ['a'], page: ints, values: 3, ...column }],
    rows: 3,
  });
const deltas = (...bytes: readonly number[]): Buffer => Buffer.from(bytes);

it('readParquet() reads levels of the encoding that was used before runs', () => {
  const page = Buffer.concat([Buffer.of(0b1000_0000), plainInts(7)]);
  expect(rowsOf(oneColumn({ repetition: OPTIONAL }, page, { header: levelsAs(BIT_PACKED) }))).toEqual([['7'], [null]]);
});

it('readParquet() reads past eight zero bytes behind the last value, as fastparquet writes them, and past nothing else', () => {
  const padded = (...bytes: readonly number[]): Buffer => Buffer.concat([plainInts(7, 8), Buffer.from(bytes)]);
  expect(rowsOf(oneColumn({}, padded(0, 0, 0, 0, 0, 0, 0, 0)))).toEqual([['7'], ['8']]);
  expect(rowsOf(oneColumn({ type: BOOLEAN }, Buffer.of(0b01, 0, 0, 0, 0, 0, 0, 0, 0)))).toEqual([['true'], ['false']]);
  for (const other of [padded(0, 0, 0, 0), padded(0, 0, 0, 0, 0, 0, 0, 1), padded(0, 0, 0, 0, 0, 0, 0, 0, 0)])
    expect(() => rowsOf(oneColumn({}, other))).toThrow('bytes behind the last value');
});

it('readParquet() reads an empty list that states no type, and only an empty one', () => {
  expect(rowsOf(oneColumn({}, ints, {}, { 5: list([], 0) }))).toEqual([['1'], ['-1']]);
  expect(() => rowsOf(oneColumn({}, ints, {}, { 5: list([i32(1)], 0) }))).toThrow('a list of the wrong type');
});

it('readParquet() reads booleans as bits and as runs', () => {
  expect(rowsOf(oneColumn({ type: BOOLEAN }, Buffer.of(0b01)))).toEqual([['true'], ['false']]);
  expect(rowsOf(oneColumn({ type: BOOLEAN }, levels(1, 0), { encoding: RLE }))).toEqual([['true'], ['false']]);
});

it.each<[message: string, file: Uint8Array]>([
  ['levels that are cut off', oneColumn({ repetition: OPTIONAL }, Buffer.of(1, 2))],
  ['levels that are cut off', oneColumn({ repetition: OPTIONAL }, Buffer.of(), { header: levelsAs(BIT_PACKED) })],
  ['levels that are cut off', oneColumn({}, ints, { header: secondVersion(9, 0, 8) })],
  ['levels that the schema does not have', oneColumn({}, ints, { header: secondVersion(4, 0, 8) })],
  ['levels of encoding DELTA_BINARY_PACKED', oneColumn({ repetition: OPTIONAL }, ints, { header: levelsAs(DELTAS) })],
  ['expected 9 bytes, found 8', oneColumn({}, ints, { header: secondVersion(0, 0, 9) })],
  ['expected at most 268435456 bytes in a page', oneColumn({}, ints, { header: { 2: i32(2 ** 28 + 1) } })],
  ['fewer pages than are stated', threeRows({ header: levelsAs(RLE) })],
  ['an empty run', oneColumn({ repetition: OPTIONAL }, Buffer.concat([plainInts(2), Buffer.of(0, 1), ints]))],
  ['an empty run', oneColumn({ repetition: OPTIONAL }, Buffer.concat([plainInts(2), Buffer.of(1, 0), ints]))],
  ['fewer values than are stated', oneColumn({ repetition: OPTIONAL }, Buffer.concat([plainInts(0), ints]))],
  ['fewer values than are stated', oneColumn({ repetition: OPTIONAL }, Buffer.concat([plainInts(1), Buffer.of(4), ints]))],
  ['encoding RLE of INT32', oneColumn({}, ints, { encoding: RLE })],
  ['encoding DELTA_BINARY_PACKED of DOUBLE', oneColumn({ type: DOUBLE }, ints, { encoding: DELTAS })],
  ['encoding DELTA_LENGTH_BYTE_ARRAY of INT32', oneColumn({}, deltas(128, 1, 4, 0, 0), { encoding: LENGTHS })],
  ['encoding BYTE_STREAM_SPLIT of BYTE_ARRAY', oneColumn({ type: BYTES }, ints, { encoding: SPLIT })],
  ['values that are cut off', oneColumn({}, ints.subarray(1), { encoding: SPLIT })],
  ['values that are cut off', oneColumn({ type: BOOLEAN }, Buffer.of())],
  ['values that are cut off', oneColumn({ type: BOOLEAN }, Buffer.of(1), { encoding: RLE })],
  ['bytes behind the last value', oneColumn({ type: BOOLEAN }, Buffer.concat([levels(1, 0), Buffer.of(0)]), { encoding: RLE })],
  ['bytes behind the last value', oneColumn({ type: BOOLEAN }, Buffer.of(1, 0))],
  ['more values than are stated', oneColumn({ type: BOOLEAN }, Buffer.of(0b100))],
  ['fewer values than are stated', oneColumn({}, deltas(128, 1, 4, 1, 2), { encoding: DELTAS })],
  ['more values than are stated', oneColumn({}, deltas(128, 1, 4, 3, 2, 2, 0, 0, 0, 0), { encoding: DELTAS })],
  ['bytes behind the last value', oneColumn({}, deltas(128, 1, 4, 1, 2, 0), { encoding: DELTAS })],
  ['a block of deltas of an impossible size', oneColumn({}, deltas(1, 4, 2, 2), { encoding: DELTAS })],
  ['expected 67108864 values, found 134217728', oneColumn({}, deltas(128, 1, 4, 128, 128, 128, 64, 2), { encoding: DELTAS })],
  ['a delta of 33 bits', oneColumn({}, deltas(128, 1, 4, 2, 2, 2, 33, 0, 0, 0), { encoding: DELTAS })],
  ['deltas that are cut off', oneColumn({}, deltas(128, 1, 4), { encoding: DELTAS })],
  ['deltas that are cut off', oneColumn({}, deltas(128, 1, 4, 2, 2, 2, 32, 0, 0, 0), { encoding: DELTAS })],
  ['deltas that are cut off', oneColumn({}, deltas(128, 1, 4, 2, 2, 2, 8, 0, 0, 0, 5), { encoding: DELTAS })],
  ['a number that is too long', oneColumn({}, Buffer.alloc(11, 255), { encoding: DELTAS })],
  ['bytes behind the last value', oneColumn({ type: BYTES }, deltas(128, 1, 4, 1, 2, 0x61, 0x62), { encoding: LENGTHS })],
  ['texts that are cut off', oneColumn({ type: BYTES }, deltas(128, 1, 4, 1, 8), { encoding: LENGTHS })],
  [
    'a text that begins with more than the one before has',
    oneColumn({ type: BYTES }, deltas(128, 1, 4, 1, 2, 128, 1, 4, 1, 0), { encoding: SHARED }),
  ],
])('readParquet() fails on %s', (message, file) => {
  expect(() => rowsOf(file)).toThrow(`not a readable Parquet file: column "a": ${message}`);
});

const wide = (element: Partial<MadeElement>): Uint8Array => oneColumn({ type: FIXED, ...element }, ints);
const ofElements = (...elements: readonly MadeElement[]): Uint8Array =>
  madeParquet({ elements, columns: [{ type: INT32, path: ['a'], page: ints, values: 2 }], rows: 2 });

it.each<[message: string, file: Uint8Array]>([
  ['column "a" has no length', wide({})],
  ['column "a" is uuid in 4 bytes', wide({ length: 4, logical: { 14: struct({}) } })],
  ['column "a" is int64 in INT32', oneColumn({ logical: { 10: struct({ 1: i8(64), 2: bool(true) }) } }, ints)],
  ['an integer of 12 bits', oneColumn({ logical: { 10: struct({ 1: i8(12), 2: bool(true) }) } }, ints)],
  ['a decimal of 2 digits with 3 decimals', oneColumn({ converted: 5, scale: 3, precision: 2 }, ints)],
  ['a decimal without a precision', oneColumn({ converted: 5 }, ints)],
  ['an unknown unit of time', oneColumn({ type: INT64, logical: { 8: struct({ 1: bool(true), 2: struct({ 9: struct({}) }) }) } }, ints)],
  ['a column that is a LIST', oneColumn({ converted: 3 }, ints)],
  ['a column that is a MAP', oneColumn({ logical: { 2: struct({}) } }, ints)],
  ['field "a" has no repetition', ofElements({ name: 'a', type: INT32 })],
  [
    'field "a" has a type and fields',
    ofElements({ name: 'a', type: INT32, repetition: REQUIRED, children: 1 }, { name: 'b', type: INT32, repetition: REQUIRED }),
  ],
  ['field "a" has neither a type nor fields', ofElements({ name: 'a', repetition: REQUIRED })],
  [
    'field "a" is no proper',
    ofElements({ name: 'a', repetition: REQUIRED, children: 1, converted: 1 }, { name: 'b', type: INT32, repetition: REPEATED }),
  ],
  [
    'field "a" is no proper',
    ofElements({ name: 'a', repetition: REQUIRED, children: 1, converted: 3 }, { name: 'b', type: INT32, repetition: REQUIRED }),
  ],
  [
    'expected 1 columns in a row group, found 0',
    madeParquet({ elements: [{ name: 'a', type: INT32, repetition: REQUIRED }], columns: [], rows: 2 }),
  ],
  ['a schema that is cut off', oneColumn({}, ints, {}, { 2: list([]) })],
  ['a list that is cut off', oneColumn({}, ints, {}, { 2: [9, Buffer.of(0xfc, 0xff, 0x7f)] })],
  ['a text that is not UTF-8', oneColumn({ type: BYTES, converted: 0 }, plainTexts('a').fill(0xff, 4))],
  ['encrypted', oneColumn({}, ints, {}, { 8: struct({ 1: struct({ 1: text('key') }) }) })],
])('readParquet() fails on a schema: %s', (message, file) => {
  expect(() => rowsOf(file)).toThrow(message);
});
