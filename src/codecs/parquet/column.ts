/**
 * The entries of a column, row group by row group and page by page: only one page of each column is unpacked at a time. An entry has a
 * definition level, a repetition level and, if the definition level is the highest, a value.
 */
import { crc32 } from 'node:zlib';
import { damaged, ParquetDamage } from './damage.ts';
import { decompress } from './decompress.ts';
import { BigEndianReader, bitsFor, HybridReader } from './hybrid.ts';
import { type Column, type Encoding, type PageHeader, type Physical, readPageHeader } from './metadata.ts';
import type { Leaf } from './schema.ts';
import { textOf } from './text.ts';
import { type ColumnType, type Dictionary, readDictionary, readValues, type Values } from './values.ts';

interface Levels {
  next(): number;
  requireEnd(): void;
}

/** The levels of a column that has no such levels. */
const NO_LEVELS: Levels = { next: () => 0, requireEnd() {} };
/** The largest page that is unpacked; writers make pages of a mebibyte, some of a hundred. */
const MAX_PAGE = 1 << 28;

export interface Pages {
  readonly bytes: Uint8Array;
  /** Where the footer starts. */
  readonly end: number;
}

export class ColumnReader {
  readonly #bytes: Uint8Array;
  readonly #column: ColumnType;
  readonly #codec: Column['codec'];
  readonly #end: number;
  #pos: number;
  #pages = 0;
  #dictionary: Dictionary | null = null;
  #definitions: Levels = NO_LEVELS;
  #repetitions: Levels = NO_LEVELS;
  #values: Values = { next: () => damaged('a value without a page'), requireEnd() {} };
  /** Entries of the current page, and of the row group, that were not yet opened. */
  #pageLeft = 0;
  #left: number;
  /** The current entry; behind the last one the definition level is -1. */
  definition = -1;
  repetition = 0;

  constructor(column: Column, leaf: Leaf, { bytes, end: footerStart }: Pages) {
    const { data_page_offset: data, dictionary_page_offset: dictionary = 0, total_compressed_size: length, num_values } = column;
    // Some writers state the offset 0 where there is no dictionary.
    this.#pos = dictionary > 0 && dictionary < data ? dictionary : data;
    this.#end = this.#pos + length;
    if (num_values < 0 || (num_values > 0 && (this.#pos < 4 || length < 0 || this.#end > footerStart))) damaged('a place outside the file');
    requireStatistics(column.statistics, leaf);
    this.#bytes = bytes;
    this.#column = { leaf, textOf: textOf(leaf) };
    this.#codec = column.codec;
    this.#left = num_values;
    this.#open();
  }

  /** Passes the current entry; its value, or null if there is none. */
  take(): string | null {
    const { definition } = this;
    if (definition < 0) damaged('fewer values than are stated');
    const text = definition === this.#column.leaf.definition ? this.#values.next() : null;
    this.#open();
    return text;
  }

  /** Fails if there is an entry, or a page, that no row has asked for. */
  requireEnd(): void {
    if (this.definition >= 0) damaged('more values than rows');
    // Without values nothing was read, and the places of the pages may be left empty.
    if (this.#pages === 0) return;
    this.#endPage();
    if (this.#pos !== this.#end) damaged('bytes behind the last page');
  }

  #open(): void {
    if (this.#left === 0) {
      this.definition = -1;
      this.repetition = 0;
      return;
    }
    while (this.#pageLeft === 0) this.#openPage();
    this.#pageLeft--;
    this.#left--;
    this.repetition = this.#repetitions.next();
    this.definition = this.#definitions.next();
    const { leaf } = this.#column;
    if (this.repetition > leaf.repetition || this.definition > leaf.definition) damaged('a level that the schema does not have');
  }

  #endPage(): void {
    this.#repetitions.requireEnd();
    this.#definitions.requireEnd();
    this.#values.requireEnd();
  }

  #openPage(): void {
    if (this.#pages > 0) this.#endPage();
    this.#pages++;
    if (this.#pos >= this.#end) damaged('fewer pages than are stated');
    const { header, next } = readPageHeader(this.#bytes, this.#pos, this.#end);
    const { compressed_size: size } = header;
    if (size < 0 || size > this.#end - next || header.uncompressed_size < 0) damaged('a page that is cut off');
    if (header.uncompressed_size > MAX_PAGE) damaged(`expected at most ${MAX_PAGE} bytes in a page, found ${header.uncompressed_size}`);
    const stored = this.#bytes.subarray(next, next + size);
    if (header.crc !== undefined && crc32(stored) !== header.crc >>> 0) damaged('a page with a wrong checksum');
    this.#pos = next + size;
    switch (header.type) {
      case 'DATA_PAGE':
        return this.#openData(header, stored);
      case 'DATA_PAGE_V2':
        return this.#openDataV2(header, stored);
      case 'DICTIONARY_PAGE':
        return this.#openDictionary(header, stored);
      default:
        return;
    }
  }

  #openDictionary(header: PageHeader, stored: Uint8Array): void {
    const { num_values, encoding } = header.dictionary ?? damaged('a page without its header');
    if (this.#dictionary !== null || this.#pages > 1) damaged('a dictionary behind values');
    if (encoding !== 'PLAIN' && encoding !== 'PLAIN_DICTIONARY') damaged(`a dictionary of encoding ${encoding}`);
    this.#dictionary = readDictionary(decompress(stored, this.#codec, header.uncompressed_size), num_values, this.#column);
  }

  #openData(header: PageHeader, stored: Uint8Array): void {
    const page = header.data ?? damaged('a page without its header');
    const { leaf } = this.#column;
    this.#pageLeft = this.#countOf(page.num_values);
    const bytes = decompress(stored, this.#codec, header.uncompressed_size);
    const repetitions = levelsAt(bytes, 0, leaf.repetition, page.repetition_encoding, page.num_values);
    const definitions = levelsAt(bytes, repetitions.end, leaf.definition, page.definition_encoding, page.num_values);
    this.#repetitions = repetitions.levels;
    this.#definitions = definitions.levels;
    this.#values = readValues(bytes, definitions.end, page.encoding, this.#column, this.#dictionary);
  }

  #openDataV2(header: PageHeader, stored: Uint8Array): void {
    const page = header.data_v2 ?? damaged('a page without its header');
    const { definition_length, repetition_length, is_compressed = true } = page;
    const { leaf } = this.#column;
    this.#pageLeft = this.#countOf(page.num_values);
    const start = repetition_length + definition_length;
    if (repetition_length < 0 || definition_length < 0 || start > stored.length) damaged('levels that are cut off');
    this.#repetitions = hybridLevels(stored, 0, repetition_length, leaf.repetition);
    this.#definitions = hybridLevels(stored, repetition_length, start, leaf.definition);
    const size = header.uncompressed_size - start;
    const packed = stored.subarray(start);
    // A page without values may have no bytes, even if it says that they are compressed.
    const bytes = is_compressed && !(packed.length === 0 && size === 0) ? decompress(packed, this.#codec, size) : packed;
    if (bytes.length !== size) damaged(`expected ${size} bytes, found ${bytes.length}`);
    const hasValues = page.num_nulls < page.num_values;
    this.#values = hasValues || bytes.length > 0 ? readValues(bytes, 0, page.encoding, this.#column, this.#dictionary) : NO_VALUES;
  }

  #countOf(stated: number): number {
    return stated >= 0 && stated <= this.#left ? stated : damaged(`a page of ${stated} values where ${this.#left} are left`);
  }
}

const WIDTHS: Readonly<Partial<Record<Physical, number>>> = { BOOLEAN: 1, INT32: 4, INT64: 8, INT96: 12, FLOAT: 4, DOUBLE: 8 };

/** The least and the greatest value are not used, but must have the length of a value: readers refuse others. */
function requireStatistics(statistics: Column['statistics'], { physical, width }: Leaf): void {
  const expected = physical === 'FIXED_LEN_BYTE_ARRAY' ? width : WIDTHS[physical];
  if (statistics === undefined || expected === undefined) return;
  const { min, max, min_value, max_value } = statistics;
  for (const bound of [min, max, min_value, max_value])
    if (bound !== undefined && bound.length !== expected) damaged(`statistics of ${bound.length} bytes for ${physical}`);
}

const NO_VALUES: Values = { next: () => damaged('fewer values than are stated'), requireEnd() {} };

/** Levels of a page of the first version have their length in front, unless they are of the old encoding. */
function levelsAt(
  bytes: Uint8Array,
  start: number,
  most: number,
  encoding: Encoding,
  count: number,
): { readonly levels: Levels; readonly end: number } {
  if (most === 0) return { levels: NO_LEVELS, end: start };
  const width = bitsFor(most);
  if (encoding === 'BIT_PACKED') {
    const end = start + Math.ceil((count * width) / 8);
    return end > bytes.length ? damaged('levels that are cut off') : { levels: new BigEndianReader(bytes, start, width), end };
  }
  if (encoding !== 'RLE') damaged(`levels of encoding ${encoding}`);
  if (start + 4 > bytes.length) damaged('levels that are cut off');
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(start, true);
  const end = start + 4 + length;
  return { levels: hybridLevels(bytes, start + 4, end, most), end };
}

function hybridLevels(bytes: Uint8Array, start: number, end: number, most: number): Levels {
  if (most === 0) return start === end ? NO_LEVELS : damaged('levels that the schema does not have');
  return new HybridReader(bytes, start, end, bitsFor(most));
}

export function inColumn<T>(leaf: Leaf, act: () => T): T {
  try {
    return act();
  } catch (error) {
    return nameColumn(leaf, error);
  }
}

/** Throws the error with the name of the column. */
export function nameColumn({ path }: Leaf, error: unknown): never {
  throw error instanceof ParquetDamage ? new ParquetDamage(`column "${path.join('.')}": ${error.message}`) : error;
}
