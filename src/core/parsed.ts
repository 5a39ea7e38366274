/**
 * A file as its parser shows it: what the machine rooms implement (`io/formats`) and the pure rooms are handed. Three kinds are enough:
 *
 *     grid     csv, xlsx, parquet            sheets of rows of cells, read in one pass
 *     prose    markdown, text, html, pdf     text with its headings, sections and tables
 *     tree     json, jsonl                   values, one by one
 *
 * Text is always well-formed: a parser replaces a lone surrogate or throws. What is thrown while `rows` or `values` are read counts as
 * much as what is thrown at once, so that a file matches only if all of it parses.
 */

import type { JsonObject, JsonValue } from './json/value.ts';
import type { Lent } from './lent.ts';

export type Format = 'csv' | 'json' | 'jsonl' | 'markdown' | 'text' | 'html' | 'xlsx' | 'parquet' | 'pdf';

/** Cells as text; null is blank. A row may be shorter than its neighbours. */
export type Row = readonly (string | null)[];

/**
 * Cells hold values, not looks: numbers in their shortest form, dates as ISO 8601, `true` and `false`, errors as `#REF!`. In csv an empty
 * field is null, quoted or not. The first row of parquet holds the names of its columns.
 */
export interface Grid {
  readonly kind: 'grid';
  /** csv and parquet have one, whatever its name; it is known as `csv` or `parquet`, `Sheet1`, and by the stem of the file's name. */
  readonly sheets: readonly string[];
  /** One pass; the first row is row 1, and blank rows between others are rows. */
  rows(sheet: string): Iterable<Row>;
  /** Of a short grid that needs no parser: where its cells are. Whoever wants only their values needs no rows; good until the next file. */
  readonly cells?: Lent<CellPlaces>;
  /** Read after the last row. csv: `delimiter`, `encoding`; parquet: `schema`, `row_count`. */
  readonly facts: JsonObject;
}

export interface CellPlaces {
  /** UTF-8, its line ends LF. */
  readonly bytes: Uint8Array;
  /** Three numbers a cell: where it begins among the bytes, where it ends, and its marks. */
  readonly places: Int32Array;
  /** Of cells. */
  readonly count: number;
}

export const CELL_MARKS = { endsRow: 1, hasDoubledQuotes: 2 } as const;

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** From 1, in the normalised text. */
  readonly line: number;
}

export interface Table {
  /** The nearest one above. */
  readonly heading: string | null;
  readonly startLine: number;
  readonly endLine: number;
  readonly header: readonly string[];
  /** A cell that spans columns stands in each of them. */
  readonly rows: readonly (readonly string[])[];
  /** html: of the page section it lies in. */
  readonly page: number | null;
}

export interface Section {
  readonly heading: string;
  readonly level: number;
  /** That of its heading. */
  readonly startLine: number;
  readonly endLine: number;
  /** Without its heading. */
  readonly lines: readonly string[];
}

export interface Prose {
  readonly kind: 'prose';
  /** Normalised; lines end with LF, pages of a PDF are parted by a form feed. */
  readonly text: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
  readonly tables: readonly Table[];
  /** html: how many `<section data-page-number>`. */
  readonly pageSections: number | null;
  /** pdf. */
  readonly pageCount: number | null;
  /** pdf: the entries of its Info dictionary. */
  readonly metadata: Readonly<Record<string, string>>;
  /** html: `element_count`, the elements that the source itself writes; text and markdown: `encoding`. */
  readonly facts: JsonObject;
}

export interface Tree {
  readonly kind: 'tree';
  /** As the strict reader gives them: one for json, one a line for jsonl. */
  values(): Iterable<JsonValue>;
  readonly facts: JsonObject;
}

export type Parsed = Grid | Prose | Tree;

/** What a parser throws for a file that is not what it should be; becomes E_PARSE. */
export class ParseFailure extends Error {
  override readonly name = 'ParseFailure';
}
