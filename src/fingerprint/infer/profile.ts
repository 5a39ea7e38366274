/**
 * The profile of a sample: what is in the columns of its table, gathered in one pass.
 *
 *     { columns: [{ name: 'Loan', filled: 12340, blank: 0, … }], rows: 12340, unnamed: 0, repeated: [], … }
 */

import { rowCells } from '#core/cells';
import type { JsonObject, JsonValue } from '#core/json/value';
import type { CellBlock, CsvReading, Format } from '#core/parsed';
import { gridOf, type Scope } from '../assert/assertion.ts';
import { findSheet } from '../assert/sheets.ts';
import { namesIn, TableRows } from '../columns/columns.ts';
import type { NamedCells } from '../columns/named-cells.ts';
import { MAX_ENTRIES } from '../define/field-types.ts';
import { ColumnEvidence, type ColumnProfile, type KeyBudget, MAX_KEYS_IN_ALL } from './column-evidence.ts';
import type { InspectionRun } from './inspection.ts';
import type { SignPair } from './number-evidence.ts';

/** How samples are read: what the user states, and what is tried. */
export interface SampleReading extends JsonObject {
  readonly format: Format;
  /** Null for the first sheet. */
  readonly sheet: string | null;
  readonly headerRow: number;
  readonly csv: (CsvReading & JsonObject) | null;
  /** The signs of numbers to try; the first are those that are usual. */
  readonly signs: readonly SignPair[];
  readonly areSignsStated: boolean;
  /** A stated format of dates. */
  readonly dates: string | null;
}

export interface TableProfile extends JsonObject {
  /** Why there is nothing to see; null if there is. */
  readonly problem: string | null;
  readonly columns: readonly ColumnProfile[];
  /** Rows that are not blank. */
  readonly rows: number;
  /** The names in the header that several columns have. */
  readonly repeated: readonly string[];
  /** The number of columns without a name. */
  readonly unnamed: number;
  /** The number of columns beyond those that a definition may name. */
  readonly beyond: number;
  /** The number of rows with more cells than the header. */
  readonly long: number;
}

interface SampleFacts extends JsonObject {
  /** csv: how it was read. */
  readonly delimiter: string | null;
  readonly encoding: string | null;
  /** The names of all sheets of a workbook. */
  readonly sheets: readonly string[];
}

export interface SampleProfile extends TableProfile, SampleFacts {}

export function beginProfile(reading: SampleReading, scope: Scope): InspectionRun {
  const sheet = findSheet(scope, reading.sheet);
  const table = new ProfiledTable(reading);
  return {
    feeds: sheet === undefined ? [] : [{ sheet, block: (block, first) => table.block(block, first) }],
    found: (): SampleProfile => ({ ...table.profile(sheet === undefined), ...factsOf(scope) }),
  };
}

function factsOf(scope: Scope): SampleFacts {
  const { facts, sheets } = gridOf(scope);
  const text = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? value : null);
  return { delimiter: text(facts['delimiter']), encoding: text(facts['encoding']), sheets: scope.format === 'xlsx' ? sheets : [] };
}

class ProfiledTable {
  readonly #reading: SampleReading;
  #header: Header | null = null;
  #columns: readonly ColumnEvidence[] = [];
  #table: TableRows | null = null;
  #rows = 0;
  #long = 0;

  constructor(reading: SampleReading) {
    this.#reading = reading;
  }

  block(block: CellBlock, first: number): void {
    const { headerRow } = this.#reading;
    const at = headerRow - first;
    if (at >= 0 && at < block.rows) this.#begin(headerOf(namesIn(rowCells(block, at))));
    this.#table?.block(block, first);
  }

  profile(hasNoSheet: boolean): TableProfile {
    const header = this.#header ?? { names: [], repeated: [], unnamed: 0, beyond: 0, width: 0 };
    return {
      problem: this.#problem(hasNoSheet),
      columns: this.#columns.map((column) => column.profile()),
      rows: this.#rows,
      repeated: header.repeated,
      unnamed: header.unnamed,
      beyond: header.beyond,
      long: this.#long,
    };
  }

  #problem(hasNoSheet: boolean): string | null {
    const { headerRow, sheet } = this.#reading;
    if (hasNoSheet) return sheet === null ? 'it has no sheet' : 'it has no sheet of that name';
    if (this.#header === null) return `it has no row ${headerRow}, where the names of the columns are expected`;
    if (this.#header.names.length === 0) return `row ${headerRow} names no column`;
    return this.#rows === 0 ? `it has no rows below row ${headerRow}` : null;
  }

  #begin(header: Header): void {
    const budget: KeyBudget = { left: MAX_KEYS_IN_ALL };
    const columns = header.names.map((name) => new ColumnEvidence(name, this.#reading, budget));
    this.#header = header;
    this.#columns = columns;
    this.#table = new TableRows(this.#reading.headerRow, header.names, {
      row: (cells: NamedCells) => {
        if (!cells.isBlankRow()) this.#rows++;
        if (cells.filledBeyond(header.width)) this.#long++;
        for (let i = 0; i < columns.length; i++) (columns[i] as ColumnEvidence).add(cells, i);
      },
    });
  }
}

interface Header {
  readonly names: readonly string[];
  readonly repeated: readonly string[];
  readonly unnamed: number;
  readonly beyond: number;
  readonly width: number;
}

/** A name that is empty, or that several columns have, names no column. */
function headerOf(cells: readonly string[]): Header {
  const width = cells.findLastIndex((name) => name !== '') + 1;
  const counts = new Map<string, number>();
  for (const name of cells) if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts.keys()].filter((name) => counts.get(name) === 1);
  return {
    names: names.slice(0, MAX_ENTRIES),
    repeated: [...counts.keys()].filter((name) => counts.get(name) !== 1),
    unnamed: cells.slice(0, width).filter((name) => name === '').length,
    beyond: Math.max(0, names.length - MAX_ENTRIES),
    width,
  };
}
