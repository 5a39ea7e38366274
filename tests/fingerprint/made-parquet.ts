/**
 * Parquet files made byte by byte, so that a test can spell a type in any way and state what is not true.
 *
 *     madeParquet({ root: 'schema', elements: [{ name: 'a', type: 1, repetition: 0 }], columns: [{ type: 1, path: ['a'], page: plainInts(1, 2), values: 2 }], rows: 2 })
 */
import { crc32 } from 'node:zlib';

/** A value of the compact protocol, with its wire type. */
type Wire = readonly [wire: number, bytes: Buffer];
export type Fields = Readonly<Record<number, Wire>>;

export const i8 = (value: number): Wire => [3, Buffer.of(value & 0xff)];
export const i32 = (value: number): Wire => [5, varint(zigzag(value))];
export const i64 = (value: number): Wire => [6, varint(zigzag(value))];
export const bool = (value: boolean): Wire => [value ? 1 : 2, Buffer.of()];
export const text = (value: string | Uint8Array): Wire => {
  const bytes = Buffer.from(value as string);
  return [8, Buffer.concat([varint(bytes.length), bytes])];
};
export const struct = (fields: Fields): Wire => [12, structBytes(fields)];
export const list = (items: readonly Wire[], wire = items[0]?.[0] ?? 12): Wire => {
  const head = items.length < 15 ? Buffer.of((items.length << 4) | wire) : Buffer.concat([Buffer.of(0xf0 | wire), varint(items.length)]);
  return [9, Buffer.concat([head, ...items.map(([, bytes]) => bytes)])];
};

function structBytes(fields: Fields): Buffer {
  let last = 0;
  const parts = Object.entries(fields).map(([key, [wire, bytes]]) => {
    const delta = Number(key) - last;
    const head = delta < 16 ? Buffer.of((delta << 4) | wire) : Buffer.concat([Buffer.of(wire), varint(zigzag(Number(key)))]);
    last = Number(key);
    return Buffer.concat([head, bytes]);
  });
  return Buffer.concat([...parts, Buffer.of(0)]);
}

const zigzag = (value: number): number => (value >= 0 ? value * 2 : -value * 2 - 1);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.of(...bytes, rest);
}

export interface MadeElement {
  readonly name: string;
  readonly type?: number;
  readonly length?: number;
  readonly repetition?: number;
  readonly children?: number;
  readonly converted?: number;
  readonly scale?: number;
  readonly precision?: number;
  readonly logical?: Fields;
}

export interface MadeColumn {
  readonly type: number;
  readonly path: readonly string[];
  readonly page: Uint8Array;
  /** Entries, nulls included. */
  readonly values: number;
  readonly crc?: number | 'right';
  readonly encoding?: number;
  readonly statistics?: Fields;
  /** Other fields of the header of its page, or others instead. */
  readonly header?: Fields;
}

export interface MadeParquet {
  readonly root?: string;
  readonly rootRepetition?: number;
  readonly elements: readonly MadeElement[];
  readonly columns: readonly MadeColumn[];
  readonly rows: number;
  readonly footer?: Fields;
}

export function madeParquet({ root = 'schema', rootRepetition, elements, columns, rows, footer = {} }: MadeParquet): Uint8Array {
  const top = elements.length - elements.reduce((sum, { children = 0 }) => sum + children, 0);
  const parts: Buffer[] = [Buffer.from('PAR1')];
  let at = 4;
  const chunks = columns.map(({ type, path, page, values, crc, encoding = 0, statistics, header }) => {
    const data = struct({ 1: i32(values), 2: i32(encoding), 3: i32(3), 4: i32(3) });
    const checked = crc === undefined ? {} : { 4: i32(crc === 'right' ? crc32(page) | 0 : crc) };
    const stated = structBytes({ 1: i32(0), 2: i32(page.length), 3: i32(page.length), ...checked, 5: data, ...header });
    const stored = Buffer.concat([stated, page]);
    const start = at;
    parts.push(stored);
    at += stored.length;
    const meta = struct({
      1: i32(type),
      2: list([i32(encoding)]),
      3: list(path.map((name) => text(name))),
      4: i32(0),
      5: i64(values),
      6: i64(stored.length),
      7: i64(stored.length),
      9: i64(start),
      ...(statistics === undefined ? {} : { 12: struct(statistics) }),
    });
    return struct({ 2: i64(start), 3: meta });
  });
  const rootElement: MadeElement = { name: root, children: top, ...(rootRepetition === undefined ? {} : { repetition: rootRepetition }) };
  const foot = structBytes({
    1: i32(1),
    2: list([rootElement, ...elements].map(elementOf)),
    3: i64(rows),
    4: list([struct({ 1: list(chunks), 2: i64(at - 4), 3: i64(rows) })]),
    ...footer,
  });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(foot.length);
  return new Uint8Array(Buffer.concat([...parts, foot, length, Buffer.from('PAR1')]));
}

/** A file of one column of two values, of 32 bits if nothing else is said. */
export function oneColumn(
  element: Partial<MadeElement>,
  page: Uint8Array,
  column: Partial<MadeColumn> = {},
  footer: Fields = {},
): Uint8Array {
  const { name = 'a', type = 1 } = element;
  const elements = [{ type, repetition: 0, ...element, name }];
  return madeParquet({ elements, columns: [{ type, path: [name], page, values: 2, ...column }], rows: 2, footer });
}

function elementOf({ name, type, length, repetition, children, converted, scale, precision, logical }: MadeElement): Wire {
  const given: readonly (readonly [number, Wire | null])[] = [
    [1, type === undefined ? null : i32(type)],
    [2, length === undefined ? null : i32(length)],
    [3, repetition === undefined ? null : i32(repetition)],
    [4, text(name)],
    [5, children === undefined ? null : i32(children)],
    [6, converted === undefined ? null : i32(converted)],
    [7, scale === undefined ? null : i32(scale)],
    [8, precision === undefined ? null : i32(precision)],
    [10, logical === undefined ? null : struct(logical)],
  ];
  return struct(Object.fromEntries(given.filter((entry): entry is [number, Wire] => entry[1] !== null)));
}

export function plainInts(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => bytes.writeInt32LE(value, 4 * i));
  return bytes;
}

export function plainLongs(...values: readonly bigint[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length);
  values.forEach((value, i) => bytes.writeBigInt64LE(value, 8 * i));
  return bytes;
}

export function plainTexts(...values: readonly string[]): Buffer {
  return Buffer.concat(values.flatMap((value) => [Buffer.from(Uint32Array.of(Buffer.byteLength(value)).buffer), Buffer.from(value)]));
}

/** Levels of up to three bits, as runs of one. */
export function levels(...values: readonly number[]): Buffer {
  const runs = Buffer.from(values.flatMap((value) => [2, value]));
  return Buffer.concat([Buffer.from(Uint32Array.of(runs.length).buffer), runs]);
}
