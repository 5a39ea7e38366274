/**
 * A Parquet file as a grid of one sheet: the names of its columns, then its rows. Numbers keep their digits: decimals and instants are read
 * as the stored integers and written in full. Nested values are canonical JSON, bytes are hex.
 *
 *     DECIMAL(10,2) 123456      '1234.56'
 *     TIMESTAMP(us) 1           '1970-01-01T00:00:00.000001'
 */
import type { FileMetaData, SchemaElement } from 'hyparquet';
import { type Grid, ParseFailure, type Row } from '#core/parsed';
import { exactParsers, isExactDecimal, parquetText } from './parquet-cell.ts';

const MARK = [0x50, 0x41, 0x52, 0x31];

export async function readParquet(bytes: Uint8Array): Promise<Grid> {
  if (!isMarked(bytes.subarray(0, 4)) || !isMarked(bytes.subarray(-4)))
    throw new ParseFailure('expected a Parquet file, found no PAR1 at its start and end');
  const [{ parquetMetadata, parquetRead, parquetSchema }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  try {
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    const metadata = parquetMetadata(file);
    const scales = decimalScales(metadata);
    const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
    let rows: readonly (readonly unknown[])[] = [];
    await parquetRead({
      file,
      metadata: withoutDecimals(metadata),
      compressors,
      rowFormat: 'array',
      utf8: false,
      parsers: exactParsers,
      onComplete: (read: unknown) => {
        rows = read as readonly (readonly unknown[])[];
      },
    });
    const stated = Number(metadata.num_rows);
    if (rows.length !== stated) throw new ParseFailure(`expected ${stated} rows, found ${rows.length}`);
    const facts = { row_count: stated, schema: metadata.schema.map(describe) };
    return { kind: 'grid', sheets: ['parquet'], rows: () => textRows(columns, rows, scales), facts };
  } catch (error) {
    if (error instanceof ParseFailure || !(error instanceof Error)) throw error;
    throw new ParseFailure(`not a readable Parquet file: ${error.message}`);
  }
}

function isMarked(bytes: Uint8Array): boolean {
  return bytes.length === MARK.length && MARK.every((byte, index) => bytes[index] === byte);
}

function* textRows(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  scales: readonly (number | null)[],
): Generator<Row, undefined, undefined> {
  yield columns;
  for (const row of rows) yield columns.map((_, column) => parquetText(row[column], scales[column] ?? null));
  return undefined;
}

/** The scale of each top-level column of decimals; null for other columns. */
function decimalScales({ schema }: FileMetaData): readonly (number | null)[] {
  return topLevel(schema).map((element) => (isExactDecimal(element) ? (element.scale ?? 0) : null));
}

/** Removes the decimal types, so that the parser returns the integers instead of doubles. */
function withoutDecimals(metadata: FileMetaData): FileMetaData {
  return { ...metadata, schema: metadata.schema.map(plainer) };
}

function plainer(element: SchemaElement): SchemaElement {
  if (!isExactDecimal(element)) return element;
  const { converted_type: _, logical_type: __, ...plain } = element;
  return plain;
}

/** The schema is a tree stored as a list: each element is followed by all its descendants. */
function topLevel(schema: readonly SchemaElement[]): readonly SchemaElement[] {
  const [root] = schema;
  const found: SchemaElement[] = [];
  for (let at = 1; found.length < (root?.num_children ?? 0) && at < schema.length; ) {
    found.push(schema[at] as SchemaElement);
    at = afterElement(schema, at);
  }
  return found;
}

function afterElement(schema: readonly SchemaElement[], at: number): number {
  let left = 1;
  let next = at;
  for (; left > 0 && next < schema.length; next++) left += ((schema[next] as SchemaElement).num_children ?? 0) - 1;
  return next;
}

function describe({ name, type, repetition_type, converted_type, logical_type, scale, precision, num_children }: SchemaElement) {
  return {
    name,
    type: type ?? null,
    repetition: repetition_type ?? null,
    logical: logical_type?.type ?? converted_type ?? null,
    ...(scale === undefined ? {} : { scale }),
    ...(precision === undefined ? {} : { precision }),
    ...(num_children === undefined ? {} : { children: num_children }),
  };
}
