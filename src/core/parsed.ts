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
import type { Lent } from './lent.ts';

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
  /**
   * For a short grid that needs no parser: the positions of its cells. A caller that needs only the values does not need rows. The
   * positions are valid until the next file is parsed.
   */
  readonly cells?: Lent<CellPlaces>;
  /** Valid after the last row was read. csv: `delimiter`, `encoding`; parquet: `schema`, `row_count`. */
  readonly facts: JsonObject;
}

export interface CellPlaces {
  /** UTF-8 with LF line endings. */
  readonly bytes: Uint8Array;
  /** Three numbers for each cell: where it begins in the bytes, where it ends, and its marks. */
  readonly places: Int32Array;
  /** The number of cells. */
  readonly count: number;
}

export const CELL_MARKS = { endsRow: 1, hasDoubledQuotes: 2 } as const;

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
  readonly unread?: readonly Unread[];
  /** html: `element_count`, the number of elements in the source itself; text and markdown: `encoding`. */
  readonly facts: JsonObject;
}

/** Pages that have no text, or text in fonts that do not say which characters they show. */
export interface Unread {
  readonly code: 'W_NO_TEXT' | 'W_UNREADABLE_FONT';
  /** Counted from 1. */
  readonly pages: readonly number[];
}

export interface Tree {
  readonly kind: 'tree';
  /** The values as the strict reader returns them: one for json, one per line for jsonl. */
  values(): Iterable<JsonValue>;
  readonly facts: JsonObject;
}

export type Parsed = Grid | Prose | Tree;

/** Thrown by a parser for a file that is not in its format; becomes E_PARSE. */
export class ParseFailure extends Error {
  override readonly name = 'ParseFailure';
}
