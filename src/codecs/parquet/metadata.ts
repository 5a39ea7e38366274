/**
 * The footer of a Parquet file and the header of a page, as the format's `parquet.thrift` describes them. What custody does not use is read
 * too, so that its types are checked.
 */
import { damaged } from './damage.ts';
import {
  BINARY,
  BOOL,
  enumOf,
  I8,
  I16,
  I32,
  I64,
  listOf,
  optional,
  required,
  type StructOf,
  struct,
  TEXT,
  ThriftReader,
  union,
} from './thrift.ts';

export const TYPE = enumOf('type', ['BOOLEAN', 'INT32', 'INT64', 'INT96', 'FLOAT', 'DOUBLE', 'BYTE_ARRAY', 'FIXED_LEN_BYTE_ARRAY']);
export type Physical = StructOf<typeof TYPE>;

const CONVERTED = enumOf('converted type', [
  'UTF8',
  'MAP',
  'MAP_KEY_VALUE',
  'LIST',
  'ENUM',
  'DECIMAL',
  'DATE',
  'TIME_MILLIS',
  'TIME_MICROS',
  'TIMESTAMP_MILLIS',
  'TIMESTAMP_MICROS',
  'UINT_8',
  'UINT_16',
  'UINT_32',
  'UINT_64',
  'INT_8',
  'INT_16',
  'INT_32',
  'INT_64',
  'JSON',
  'BSON',
  'INTERVAL',
]);
export type Converted = StructOf<typeof CONVERTED>;

const ENCODING = enumOf('encoding', [
  'PLAIN',
  null,
  'PLAIN_DICTIONARY',
  'RLE',
  'BIT_PACKED',
  'DELTA_BINARY_PACKED',
  'DELTA_LENGTH_BYTE_ARRAY',
  'DELTA_BYTE_ARRAY',
  'RLE_DICTIONARY',
  'BYTE_STREAM_SPLIT',
]);
export type Encoding = StructOf<typeof ENCODING>;

const CODEC = enumOf('compression', ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'LZO', 'BROTLI', 'LZ4', 'ZSTD', 'LZ4_RAW']);
export type Codec = StructOf<typeof CODEC>;

const PAGE_TYPE = enumOf('type of page', ['DATA_PAGE', 'INDEX_PAGE', 'DICTIONARY_PAGE', 'DATA_PAGE_V2']);

const NOTHING = struct({});
const UNIT = union({ ms: required(1, NOTHING), us: required(2, NOTHING), ns: required(3, NOTHING) });
const CLOCK = struct({ isAdjustedToUTC: required(1, BOOL), unit: required(2, UNIT) });
export type Clock = StructOf<typeof CLOCK>;
const DECIMAL = struct({ scale: required(1, I32), precision: required(2, I32) });
export type DecimalType = StructOf<typeof DECIMAL>;
const INTEGER = struct({ bitWidth: required(1, I8), isSigned: required(2, BOOL) });
export type IntegerType = StructOf<typeof INTEGER>;
const GEOMETRY = struct({ crs: optional(1, TEXT) });
const GEOGRAPHY = struct({ crs: optional(1, TEXT), algorithm: optional(2, I32) });
export type GeographyType = StructOf<typeof GEOGRAPHY>;

const LOGICAL = union({
  STRING: required(1, NOTHING),
  MAP: required(2, NOTHING),
  LIST: required(3, NOTHING),
  ENUM: required(4, NOTHING),
  DECIMAL: required(5, DECIMAL),
  DATE: required(6, NOTHING),
  TIME: required(7, CLOCK),
  TIMESTAMP: required(8, CLOCK),
  INTEGER: required(10, INTEGER),
  UNKNOWN: required(11, NOTHING),
  JSON: required(12, NOTHING),
  BSON: required(13, NOTHING),
  UUID: required(14, NOTHING),
  FLOAT16: required(15, NOTHING),
  VARIANT: required(16, struct({ specification_version: optional(1, I8) })),
  GEOMETRY: required(17, GEOMETRY),
  GEOGRAPHY: required(18, GEOGRAPHY),
});
export type Logical = StructOf<typeof LOGICAL>;

const REPETITION = enumOf('repetition', ['REQUIRED', 'OPTIONAL', 'REPEATED']);

const SCHEMA_ELEMENT = struct({
  type: optional(1, TYPE),
  type_length: optional(2, I32),
  repetition: optional(3, REPETITION),
  name: required(4, TEXT),
  num_children: optional(5, I32),
  converted: optional(6, CONVERTED),
  scale: optional(7, I32),
  precision: optional(8, I32),
  field_id: optional(9, I32),
  logical: optional(10, LOGICAL),
});
export type SchemaElement = StructOf<typeof SCHEMA_ELEMENT>;

const STATISTICS = struct({
  max: optional(1, BINARY),
  min: optional(2, BINARY),
  null_count: optional(3, I64),
  distinct_count: optional(4, I64),
  max_value: optional(5, BINARY),
  min_value: optional(6, BINARY),
  is_max_value_exact: optional(7, BOOL),
  is_min_value_exact: optional(8, BOOL),
});

const KEY_VALUE = struct({ key: required(1, TEXT), value: optional(2, BINARY) });
const PAGE_ENCODING_STATS = struct({ page_type: required(1, PAGE_TYPE), encoding: required(2, ENCODING), count: required(3, I32) });

const COLUMN = struct({
  type: required(1, TYPE),
  encodings: required(2, listOf(ENCODING)),
  path: required(3, listOf(TEXT)),
  codec: required(4, CODEC),
  num_values: required(5, I64),
  total_uncompressed_size: required(6, I64),
  total_compressed_size: required(7, I64),
  key_value_metadata: optional(8, listOf(KEY_VALUE)),
  data_page_offset: required(9, I64),
  index_page_offset: optional(10, I64),
  dictionary_page_offset: optional(11, I64),
  statistics: optional(12, STATISTICS),
  encoding_stats: optional(13, listOf(PAGE_ENCODING_STATS)),
  bloom_filter_offset: optional(14, I64),
});
export type Column = StructOf<typeof COLUMN>;

const COLUMN_CHUNK = struct({
  file_path: optional(1, TEXT),
  file_offset: required(2, I64),
  meta_data: optional(3, COLUMN),
  offset_index_offset: optional(4, I64),
  offset_index_length: optional(5, I32),
  column_index_offset: optional(6, I64),
  column_index_length: optional(7, I32),
  crypto_metadata: optional(8, union({})),
  encrypted_column_metadata: optional(9, BINARY),
});

const SORTING = struct({ column_idx: required(1, I32), descending: required(2, BOOL), nulls_first: required(3, BOOL) });

const ROW_GROUP = struct({
  columns: required(1, listOf(COLUMN_CHUNK)),
  total_byte_size: required(2, I64),
  num_rows: required(3, I64),
  sorting_columns: optional(4, listOf(SORTING)),
  file_offset: optional(5, I64),
  total_compressed_size: optional(6, I64),
  ordinal: optional(7, I16),
});
export type RowGroup = StructOf<typeof ROW_GROUP>;

const FOOTER = struct({
  version: required(1, I32),
  schema: required(2, listOf(SCHEMA_ELEMENT)),
  num_rows: required(3, I64),
  row_groups: required(4, listOf(ROW_GROUP)),
  key_value_metadata: optional(5, listOf(KEY_VALUE)),
  created_by: optional(6, BINARY),
  column_orders: optional(7, listOf(union({}))),
  encryption_algorithm: optional(8, union({})),
});
export type Footer = StructOf<typeof FOOTER>;

const DATA_PAGE = struct({
  num_values: required(1, I32),
  encoding: required(2, ENCODING),
  definition_encoding: required(3, ENCODING),
  repetition_encoding: required(4, ENCODING),
  statistics: optional(5, STATISTICS),
});

const DATA_PAGE_V2 = struct({
  num_values: required(1, I32),
  num_nulls: required(2, I32),
  num_rows: required(3, I32),
  encoding: required(4, ENCODING),
  definition_length: required(5, I32),
  repetition_length: required(6, I32),
  is_compressed: optional(7, BOOL),
  statistics: optional(8, STATISTICS),
});

const DICTIONARY_PAGE = struct({ num_values: required(1, I32), encoding: required(2, ENCODING), is_sorted: optional(3, BOOL) });

const PAGE_HEADER = struct({
  type: required(1, PAGE_TYPE),
  uncompressed_size: required(2, I32),
  compressed_size: required(3, I32),
  crc: optional(4, I32),
  data: optional(5, DATA_PAGE),
  index: optional(6, NOTHING),
  dictionary: optional(7, DICTIONARY_PAGE),
  data_v2: optional(8, DATA_PAGE_V2),
});
export type PageHeader = StructOf<typeof PAGE_HEADER>;

/** The length of the footer, and the mark. */
const TAIL = 8;

/** Where the footer of a file that has its marks starts, and what it says. Throws `ParquetDamage`. */
export function readFooter(bytes: Uint8Array): { readonly start: number; readonly footer: Footer } {
  const end = bytes.length - TAIL;
  const start = end < 4 ? -1 : end - new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(end, true);
  if (start < 4) damaged('a footer that is longer than the file');
  const reader = new ThriftReader(bytes, start, end);
  const footer = reader.struct(FOOTER);
  if (reader.pos !== end) damaged('bytes behind the footer that are no part of it');
  if (footer.encryption_algorithm !== undefined) damaged('encrypted columns, which are not supported');
  return { start, footer };
}

export function readPageHeader(bytes: Uint8Array, start: number, end: number): { readonly header: PageHeader; readonly next: number } {
  const reader = new ThriftReader(bytes, start, end);
  const header = reader.struct(PAGE_HEADER);
  return { header, next: reader.pos };
}
