/**
 * Columns by their names: finds the header, and passes on the named cells of every row below it, up to the end of the table. Cells stay bytes
 * until somebody asks for their text.
 *
 *     watchColumns(scope, { sheet: null, columns: ['Balance'] }, { row: (cells) => cells.text(0), verdict: () => … })
 */
import { lineOfRow, rowCells } from '#core/cells';
import type { JsonValue } from '#core/json/value';
import type { CellBlock, Format, Row } from '#core/parsed';
import { type Judge, type Scope, unjudged, type Verdict } from '../assert/assertion.ts';
import { findSheet, noSheet } from '../assert/sheets.ts';
import { shown } from '../shown.ts';
import { EMPTY, NamedCells } from './named-cells.ts';
import type { SureRows } from './sure-rows.ts';
import { TreeRows } from './tree-rows.ts';

export interface ColumnsPlace {
  readonly sheet: string | null;
  readonly columns: readonly string[];
}

export interface ColumnsWatch {
  /** Called for every row below the header up to the last one that is not blank. `cells` is valid during the call. */
  row(cells: NamedCells): void;
  /** Asked where to go on: the rows before that are not passed to `row`. Not for json and jsonl. */
  readonly sure?: SureRows;
  /** Called after the last row if the header has all columns and there is a row. */
  verdict(rows: number): Verdict;
  /** Called with every block before its rows are passed on; `first` is the number of its first row. */
  block?(block: CellBlock, first: number): void;
  /** json, jsonl: called with every value before its rows are passed on. */
  value?(value: JsonValue): void;
  /** json, jsonl: asked at the end for a column that no row has; without it the verdict is that it is missing. */
  mayBeAbsent?(column: number): boolean;
}

export function watchColumns(scope: Scope, { sheet: name, columns }: ColumnsPlace, watch: ColumnsWatch): Judge {
  if (scope.parsed.kind === 'tree') return watchTree(scope.format, columns, watch, { needsRows: true });
  const sheet = findSheet(scope, name);
  if (sheet === undefined) return { verdict: () => noSheet(scope, name) };
  const { headerRow } = scope.dialect;
  const rows = new TableRows(headerRow, columns, watch);
  return {
    feed: { sheet, block: (block, first) => rows.block(block, first) },
    verdict: () => rows.problem() ?? (rows.count === 0 ? unjudged(`rows below row ${headerRow}`, 'none') : watch.verdict(rows.count)),
  };
}

/** The same without named columns, and also if there is no row. `items` is a pointer that says what the rows of json or jsonl are. */
export function watchTable(scope: Scope, name: string | null, items: string, watch: ColumnsWatch): Judge {
  if (scope.parsed.kind === 'tree') return watchTree(scope.format, [items], watch, { needsRows: false });
  const sheet = findSheet(scope, name);
  if (sheet === undefined) return { verdict: () => noSheet(scope, name) };
  const rows = new TableRows(scope.dialect.headerRow, [], watch);
  return { feed: { sheet, block: (block, first) => rows.block(block, first) }, verdict: () => rows.problem() ?? watch.verdict(rows.count) };
}

function watchTree(format: Format, columns: readonly string[], watch: ColumnsWatch, { needsRows }: { readonly needsRows: boolean }): Judge {
  const rows = new TreeRows(format, columns, (cells) => watch.row(cells));
  return {
    feed: {
      value(value, line) {
        watch.value?.(value);
        rows.value(value, line);
      },
    },
    verdict() {
      const problem = rows.problem();
      if (problem !== null || !needsRows) return problem ?? watch.verdict(rows.count);
      if (rows.count === 0) return unjudged('values or items to judge', 'none');
      return rows.absent((column) => watch.mayBeAbsent?.(column) !== true) ?? watch.verdict(rows.count);
    },
  };
}

/** Passes on the names in the header row. */
export function watchHeader(scope: Scope, name: string | null, judge: (header: readonly string[]) => Verdict): Judge {
  const sheet = findSheet(scope, name);
  if (sheet === undefined) return { verdict: () => noSheet(scope, name) };
  const { headerRow } = scope.dialect;
  let header: readonly string[] | null = null;
  return {
    feed: {
      sheet,
      from: headerRow,
      to: headerRow,
      row(_, cells) {
        header = namesIn(cells);
      },
    },
    verdict: () => (header === null ? unjudged(`the names of the columns in row ${headerRow}`, 'fewer rows') : judge(header)),
  };
}

/** The names of the columns, without spaces around them. */
export function namesIn(cells: Row): readonly string[] {
  return cells.map((cell) => (cell ?? '').trim());
}

/** The rows of a table with a header. */
export class TableRows {
  readonly #headerRow: number;
  readonly #columns: readonly string[];
  readonly #watch: Pick<ColumnsWatch, 'row' | 'sure' | 'block'>;
  #cells: NamedCells | null = null;
  #problem: Verdict | null;
  /** Blank rows at the end of the blocks so far: they count if a filled row follows. */
  #waiting: { readonly line: number; count: number } | null = null;
  /** The number of rows that were passed on. */
  count = 0;

  constructor(headerRow: number, columns: readonly string[], watch: Pick<ColumnsWatch, 'row' | 'sure' | 'block'>) {
    this.#headerRow = headerRow;
    this.#columns = columns;
    this.#watch = watch;
    this.#problem = unjudged(`the names of the columns in row ${headerRow}`, 'fewer rows');
  }

  /** Says what is wrong with the header; null if it has all columns. */
  problem(): Verdict | null {
    return this.#problem;
  }

  block(block: CellBlock, first: number): void {
    this.#watch.block?.(block, first);
    if (first + block.rows <= this.#headerRow) return;
    let row = Math.max(0, this.#headerRow - first + 1);
    if (row > 0) this.#readHeader(namesIn(rowCells(block, row - 1)));
    const cells = this.#cells;
    if (cells === null) return;
    const end = filledEnd(cells, block, row);
    if (end > row) this.#passWaiting(cells);
    this.count += end - row;
    const { sure } = this.#watch;
    for (; row < end; row++) {
      if (sure !== undefined) row = sure(block, cells.at, row, end);
      if (row === end) break;
      cells.set(block, row);
      this.#watch.row(cells);
    }
    if (end === block.rows) return;
    this.#waiting ??= { line: lineOfRow(block, end), count: 0 };
    this.#waiting.count += block.rows - end;
  }

  #readHeader(header: readonly string[]): void {
    const at = this.#columns.map((name) => header.indexOf(name));
    const missing = this.#columns.filter((_, i) => at[i] === -1);
    const twice = this.#columns.find((name, i) => header.indexOf(name, (at[i] as number) + 1) >= 0 && at[i] !== -1);
    this.#problem = null;
    if (missing.length > 0)
      this.#problem = unjudged(`a column ${missing.map(shown).join(', ')} in row ${this.#headerRow}`, shownNames(header));
    else if (twice !== undefined) this.#problem = unjudged(`one column ${shown(twice)} in row ${this.#headerRow}`, 'several');
    else this.#cells = new NamedCells(at);
  }

  #passWaiting(cells: NamedCells): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting === null) return;
    this.count += waiting.count;
    for (let i = 0; i < waiting.count; i++) {
      cells.set({ ...EMPTY, rowEnds: Int32Array.of(0), rows: 1, line: waiting.line + i }, 0);
      this.#watch.row(cells);
    }
  }
}

/** The end of the last row that is not blank. */
function filledEnd(cells: NamedCells, block: CellBlock, from: number): number {
  let end = block.rows;
  for (; end > from; end--) {
    cells.set(block, end - 1);
    if (!cells.isBlankRow()) break;
  }
  return end;
}

const MAX_NAMES = 20;

export function shownNames(names: readonly string[]): string {
  const filled = names.filter((name) => name !== '');
  if (filled.length === 0) return 'no names';
  const rest = filled.length > MAX_NAMES ? ` and ${filled.length - MAX_NAMES} more` : '';
  return `${filled.slice(0, MAX_NAMES).map(shown).join(', ')}${rest}`;
}
