/** The values of one page, one after the other, as texts. Whatever the encoding, the same values give the same texts. */
import { damaged } from './damage.ts';
import { readDeltas, readLengthsThenBytes, readSharedPrefixes } from './delta.ts';
import { HybridReader } from './hybrid.ts';
import type { Encoding } from './metadata.ts';
import type { Leaf } from './schema.ts';
import { floatText, int96Text, type TextOf } from './text.ts';

export interface Values {
  next(): string;
  /** Fails if the page has more values than were asked for. */
  requireEnd(): void;
}

export interface ColumnType {
  readonly leaf: Leaf;
  readonly textOf: TextOf;
}

/** `bytes` from `start` to their end are the values. */
export function readValues(
  bytes: Uint8Array,
  start: number,
  encoding: Encoding,
  column: ColumnType,
  dictionary: Dictionary | null,
): Values {
  const { leaf, textOf } = column;
  switch (encoding) {
    case 'PLAIN':
      return plainValues(bytes, start, column);
    case 'PLAIN_DICTIONARY':
    case 'RLE_DICTIONARY':
      return indexed(bytes, start, dictionary ?? damaged('indexes without a dictionary'));
    case 'RLE':
      return leaf.physical === 'BOOLEAN' ? runBooleans(bytes, start) : damaged(`encoding RLE of ${leaf.physical}`);
    case 'DELTA_BINARY_PACKED': {
      if (leaf.physical !== 'INT32' && leaf.physical !== 'INT64') return damaged(`encoding ${encoding} of ${leaf.physical}`);
      const { values, end } = readDeltas(bytes, start, leaf.physical === 'INT32' ? 32 : 64, null);
      if (end !== bytes.length) damaged('bytes behind the last value');
      return listed(values, (value) => textOf.integer(value));
    }
    case 'DELTA_LENGTH_BYTE_ARRAY':
      return listed(readLengthsThenBytes(bytes, start, null), byteText(column, encoding));
    case 'DELTA_BYTE_ARRAY':
      return listed(readSharedPrefixes(bytes, start), byteText(column, encoding));
    case 'BYTE_STREAM_SPLIT':
      return plainValues(gathered(bytes.subarray(start), widthOf(leaf)), 0, column);
    default:
      return damaged(`encoding ${encoding}, which is not supported`);
  }
}

/** The texts of a dictionary, which are made once. */
export type Dictionary = readonly string[];

export function readDictionary(bytes: Uint8Array, count: number, column: ColumnType): Dictionary {
  // Every value has at least a bit, so no count makes a list that is longer than the bytes.
  if (count < 0 || count > bytes.length * 8) damaged(`a dictionary of ${count} values in ${bytes.length} bytes`);
  const values = plainValues(bytes, 0, column);
  const texts = Array.from({ length: count }, () => values.next());
  values.requireEnd();
  return texts;
}

function indexed(bytes: Uint8Array, start: number, dictionary: Dictionary): Values {
  // A page of nulls alone may be empty.
  if (start === bytes.length) return { next: () => damaged('fewer values than are stated'), requireEnd() {} };
  const indexes = new HybridReader(bytes, start + 1, bytes.length, bytes[start] as number);
  return {
    next: () => dictionary[indexes.next()] ?? damaged('an index outside the dictionary'),
    requireEnd: () => indexes.requireEnd(isPadding),
  };
}

const PADDING = 8;

/** fastparquet writes eight zero bytes behind the last value of every page. */
function isPadding(bytes: Uint8Array, from: number): boolean {
  return bytes.length - from === PADDING && bytes.subarray(from).every((byte) => byte === 0);
}

function runBooleans(bytes: Uint8Array, start: number): Values {
  const length = start + 4 > bytes.length ? damaged('values that are cut off') : viewOf(bytes).getUint32(start, true);
  if (start + 4 + length !== bytes.length) damaged('bytes behind the last value');
  const runs = new HybridReader(bytes, start + 4, start + 4 + length, 1);
  return { next: () => (runs.next() === 1 ? 'true' : 'false'), requireEnd: () => runs.requireEnd() };
}

function listed<T>(values: readonly T[], text: (value: T) => string): Values {
  let at = 0;
  return {
    next: () => (at < values.length ? text(values[at++] as T) : damaged('fewer values than are stated')),
    requireEnd() {
      if (at !== values.length) damaged('more values than are stated');
    },
  };
}

function byteText({ leaf, textOf }: ColumnType, encoding: Encoding): (bytes: Uint8Array) => string {
  const isFixed = leaf.physical === 'FIXED_LEN_BYTE_ARRAY';
  if (leaf.physical !== 'BYTE_ARRAY' && !isFixed) damaged(`encoding ${encoding} of ${leaf.physical}`);
  return (bytes) => (isFixed && bytes.length !== leaf.width ? damaged(`a value of ${bytes.length} bytes`) : textOf.bytes(bytes));
}

function plainValues(bytes: Uint8Array, start: number, { leaf, textOf }: ColumnType): Values {
  const view = viewOf(bytes);
  let at = start;
  const requireEnd = (): void => {
    if (at !== bytes.length && !isPadding(bytes, at)) damaged('bytes behind the last value');
  };
  const pass = (length: number): number => {
    if (length > bytes.length - at) damaged('values that are cut off');
    at += length;
    return at - length;
  };
  switch (leaf.physical) {
    case 'BOOLEAN':
      return plainBooleans(bytes, start);
    case 'INT32':
      return { next: () => textOf.integer(view.getInt32(pass(4), true)), requireEnd };
    case 'INT64':
      return { next: () => textOf.integer(int64At(view, pass(8))), requireEnd };
    case 'FLOAT':
      return { next: () => floatText(view.getFloat32(pass(4), true)), requireEnd };
    case 'DOUBLE':
      return { next: () => floatText(view.getFloat64(pass(8), true)), requireEnd };
    case 'INT96':
      return { next: () => (pass(12), int96Text(view.getBigInt64(at - 12, true), view.getInt32(at - 4, true))), requireEnd };
    case 'FIXED_LEN_BYTE_ARRAY':
      return { next: () => (pass(leaf.width), textOf.bytes(bytes.subarray(at - leaf.width, at))), requireEnd };
    case 'BYTE_ARRAY':
      return {
        next() {
          const length = view.getUint32(pass(4), true);
          const first = pass(length);
          return textOf.bytes(bytes.subarray(first, first + length));
        },
        requireEnd,
      };
    default:
      return leaf.physical satisfies never;
  }
}

/** One bit each, the lowest first; the last byte is filled up with zeros. */
function plainBooleans(bytes: Uint8Array, start: number): Values {
  let bit = start * 8;
  const next = (): string => {
    const byte = bytes[bit >> 3] ?? damaged('values that are cut off');
    return (byte >> (bit++ & 7)) & 1 ? 'true' : 'false';
  };
  return {
    next,
    requireEnd() {
      const end = Math.ceil(bit / 8);
      if (end !== bytes.length && !isPadding(bytes, end)) damaged('bytes behind the last value');
      while (bit % 8 !== 0) if (next() === 'true') damaged('more values than are stated');
    },
  };
}

/** A bigint only beyond 2^53, because those are slow. */
function int64At(view: DataView, at: number): number | bigint {
  const high = view.getInt32(at + 4, true);
  if (high >= 0x20_0000 || high < -0x20_0000) return view.getBigInt64(at, true);
  return high * 0x1_0000_0000 + view.getUint32(at, true);
}

const WIDTHS = { INT32: 4, INT64: 8, FLOAT: 4, DOUBLE: 8 } as const;

function widthOf({ physical, width }: Leaf): number {
  if (physical === 'FIXED_LEN_BYTE_ARRAY') return width;
  return physical in WIDTHS ? WIDTHS[physical as keyof typeof WIDTHS] : damaged(`encoding BYTE_STREAM_SPLIT of ${physical}`);
}

/** BYTE_STREAM_SPLIT has all first bytes first, then all second ones; this puts each value together. */
function gathered(split: Uint8Array, width: number): Uint8Array {
  const count = split.length / width;
  if (!Number.isInteger(count)) damaged('values that are cut off');
  const whole = new Uint8Array(split.length);
  for (let byte = 0; byte < width; byte++) for (let i = 0; i < count; i++) whole[i * width + byte] = split[byte * count + i] as number;
  return whole;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
