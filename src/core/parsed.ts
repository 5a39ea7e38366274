/**
 * A file as its parser presents it. The machine rooms (`codecs`) implement these types, and the pure rooms receive them. Three kinds are
 * enough:
 *
 *     grid     csv, xlsx, parquet            sheets of rows of cells, read in one pass
 *     prose    markdown, text, html, pdf     text with its headings, sections and tables
 *     tree     json, jsonl                   values, one by one
 *
 * All text is well-formed: a parser replaces a lone surrogate or throws. An error while `rows` or `values` are read counts as much as an
 * immediate error, so a file matches only if all of it parses.
 */

import type { JsonObject, JsonValue } from './json/value.ts';
import type { Reused } from './reused.ts';

export type Format = 'csv' | 'json' | 'jsonl' | 'markdown' | 'text' | 'html' | 'xlsx' | 'parquet' | 'pdf';

/** Cells as text; null means blank. A row may be shorter than others. */
export type Row = readonly (string | null)[];

/**
 * Cells have values without formatting: numbers in their shortest form, dates as ISO 8601, `true` and `false`, errors as `#REF!`. In csv an
 * empty field is null, quoted or not. The first row of parquet has the names of its columns.
 */
export interface Grid {
  readonly kind: 'grid';
  /** csv and parquet have exactly one sheet. It can be named `csv` or `parquet`, `Sheet1`, or by the file name without its extension. */
  readonly sheets: readonly string[];
  /** Rows can be read once. The first row is row 1; blank rows between others count as rows. */
  rows(sheet: string): Iterable<Row>;
  /** csv: the same rows as positions in bytes, to be read instead of `rows`. A block is valid until the next one is read. */
  readonly blocks?: () => Iterable<Reused<CellBlock>>;
  /** What makes the content uncertain: a file with such a warning has no content hash. */
  readonly warnings?: readonly ParseWarning[];
  /** parquet: its columns, known before a row is read. */
  readonly columns?: readonly GridColumn[];
  /** Valid after the last row was read. csv: `delimiter`, `encoding`; parquet: `schema`, `row_count`. */
  readonly facts: JsonObject;
}

export interface GridColumn {
  readonly name: string;
  /** `timestamp(us, UTC)`, or `{"list":"string"}`. */
  readonly type: JsonValue;
  readonly isNullable: boolean;
}

/** Some complete rows of a grid: where each of their cells is in the bytes. See `cells.ts` for what can be asked of it. */
export interface CellBlock {
  /** UTF-8; line ends inside of cells are LF. */
  readonly bytes: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** For each row, the number of cells of this block up to its end. */
  readonly rowEnds: Int32Array;
  readonly rows: number;
  /** The line of the file where its first row begins, counted from 1. */
  readonly line: number;
  /** The bytes decoded as Latin-1, in which a cell of ASCII has the same position; null if that is not available. */
  latin1(): string | null;
}

/** What a parser read, but not with certainty. */
export interface ParseWarning {
  readonly code: 'W_AMBIGUOUS_DELIMITER' | 'W_AMBIGUOUS_NUMBER' | 'W_NO_TEXT' | 'W_UNREADABLE_FONT';
  /** `No text on page 3`. */
  readonly message: string;
  /** `{ page_count: 1, pages: [3] }` */
  readonly detail?: JsonObject;
}

export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'latin-1';

/** How a csv is to be read. A delimiter or an encoding that is null is found by the file itself. */
export interface CsvReading {
  readonly delimiter: string | null;
  /** Empty if no quotes are used. */
  readonly quote: string;
  readonly encoding: CsvEncoding | null;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** The line in the normalised text, counted from 1. */
  readonly line: number;
}

export interface Table {
  /** The nearest heading above the table. */
  readonly heading: string | null;
  readonly startLine: number;
  readonly endLine: number;
  readonly header: readonly string[];
  /** A cell that spans columns is repeated in each of them. */
  readonly rows: readonly (readonly string[])[];
  /** html: the page number of the section that contains the table. */
  readonly page: number | null;
}

export interface Section {
  readonly heading: string;
  readonly level: number;
  /** The line of its heading. */
  readonly startLine: number;
  readonly endLine: number;
  /** The lines without the heading. */
  readonly lines: readonly string[];
}

export interface Prose {
  readonly kind: 'prose';
  /** Normalised text with LF line endings; pages of a PDF are separated by a form feed. */
  readonly text: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
  readonly tables: readonly Table[];
  /** html: the number of `<section data-page-number>` elements. */
  readonly pageSections: number | null;
  /** Only for pdf. */
  readonly pageCount: number | null;
  /** pdf: the entries of the Info dictionary. */
  readonly metadata: Readonly<Record<string, string>>;
  /**
   * What it contains beside its text. pdf: `['page', '1', 'field', 'amount', '900,000']`; html and markdown: the targets of links and
   * pictures, `['link', 'https://example.org/']`. Absent for text.
   */
  readonly details?: readonly (readonly string[])[];
  /** markdown: the lines that are no text themselves, such as rules, comments and the marks of code. */
  readonly markup?: ReadonlySet<number>;
  /** pdf: the pages that could not be read. */
  readonly warnings?: readonly ParseWarning[];
  /** html: `element_count`, the number of elements in the source itself; text and markdown: `encoding`. */
  readonly facts: JsonObject;
}

export interface Tree {
  readonly kind: 'tree';
  /** The values as the strict reader returns them: one for json, one per line for jsonl. */
  values(): Iterable<JsonValue>;
  /** The same, to be read instead of `values`: each is parsed when it is asked for, before the next one. */
  unread(): Iterable<() => JsonValue>;
  readonly facts: JsonObject;
}

export type Parsed = Grid | Prose | Tree;

/** Thrown by a parser for a file that is not in its format; becomes E_PARSE. */
export class ParseFailure extends Error {
  override readonly name = 'ParseFailure';
}
