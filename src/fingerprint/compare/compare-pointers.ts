/**
 * Compares what a definition extracts from json or jsonl as tables: the columns are pointers, and rows are paired by the pointers of the first
 * `column_unique` if they name one value for each of the rows.
 *
 *     /orders/3/price: 1 -> 1.5
 */
import { ByteWriter } from '#core/bytes/writer';
import type { CellBlock, Parsed, Tree } from '#core/parsed';
import type { BlockFeed } from '../assert/assertion.ts';
import type { Candidate } from '../candidate.ts';
import type { PointedCells } from '../columns/pointed-cells.ts';
import { commonRowPath, type Pointer, parsePointer } from '../columns/pointers.ts';
import { TreeRows } from '../columns/tree-rows.ts';
import { roundedText } from '../define/extract-columns.ts';
import type { GridContext } from './compare-grids.ts';
import { TableComparison } from './pair-tables.ts';
import { type TablePart, tablePlan } from './table-plan.ts';
import { TableView } from './table-view.ts';
import type { TwoFiles } from './two-files.ts';

export async function comparePointers(files: TwoFiles, { candidate, differences, seed }: GridContext): Promise<void> {
  const { parts, keys } = tablePlan(candidate);
  for (const part of parts ?? []) {
    const columns = part.columns ?? [];
    const key = keys.find((one) => wayLength([...columns, ...one.columns]) === wayLength(columns))?.columns ?? null;
    const rows = new PointedRows(part, columns, key ?? []);
    const view = (): TableView =>
      new TableView({
        sheet: '',
        from: 1,
        to: Number.POSITIVE_INFINITY,
        columns: columns.map((_, i) => i),
        restFrom: null,
        places: [],
        signs: candidate.dialect.signs,
        key: key?.map((_, i) => columns.length + i) ?? null,
        isExact: true,
      });
    const place = (_: 'old' | 'now', column: number | null): string => rows.place(column);
    const pair = { old: view(), now: view(), names: null, key, isOrdered: part.isOrdered, prefix: '', place };
    const table = new TableComparison(pair, differences, seed);
    const feed = (to: BlockFeed, counts: RowCounts, isNeeded: (row: number) => boolean) => (parsed: Parsed) =>
      rows.feed(parsed as Tree, candidate, { to, counts, isNeeded });
    const counts = { old: new RowCounts(), now: new RowCounts() };
    await files.old.read(feed(table.hashing('old'), counts.old, () => true));
    await files.now.read(feed(table.hashing('now'), counts.now, () => true));
    table.pairRows();
    await files.old.read(feed(table.reading(), counts.old, (row) => table.needs('old', row)));
    await files.now.read(feed(table.comparing(), counts.now, (row) => table.needs('now', row)));
  }
}

/** The number of rows in each line, so that a line without a difference need not be parsed again. */
class RowCounts {
  #counts = new Int32Array(1 << 10);
  #known = 0;

  /** Null for a line that was not read yet. */
  of(line: number): number | null {
    return line < this.#known ? (this.#counts[line] as number) : null;
  }

  add(count: number): void {
    if (this.#known === this.#counts.length) {
      const larger = new Int32Array(2 * this.#known);
      larger.set(this.#counts);
      this.#counts = larger;
    }
    this.#counts[this.#known++] = count;
  }
}

interface RowsWanted {
  readonly to: BlockFeed;
  readonly counts: RowCounts;
  /** Asked with the number of a row, from 0. */
  readonly isNeeded: (row: number) => boolean;
}

/** Null if the pointers belong to different arrays. */
function wayLength(columns: readonly string[]): number | null {
  return commonRowPath(columns.map((text) => parsePointer(text) as Pointer))?.length ?? null;
}

/** The rows of the pointers, each as a block of its own, so that its place is still known when it is compared. */
class PointedRows {
  readonly #all: readonly string[];
  readonly #compared: number;
  readonly #places: readonly (number | null)[];
  #cells: PointedCells | null = null;

  constructor({ decimals }: TablePart, columns: readonly string[], key: readonly string[]) {
    this.#all = [...columns, ...key];
    this.#compared = columns.length;
    this.#places = columns.map((name) => (Object.hasOwn(decimals, name) ? (decimals[name] as number) : null));
  }

  /** Lines whose rows are known and not needed are only counted. */
  feed(tree: Tree, { format, dialect }: Candidate, { to: { block }, counts, isNeeded }: RowsWanted): void {
    const count = this.#all.length;
    const out = new ByteWriter();
    const [starts, ends, rowEnds] = [new Int32Array(count), new Int32Array(count), Int32Array.of(count)];
    let number = 0;
    const rows = new TreeRows(format, this.#all, (cells) => {
      this.#cells = cells;
      out.length = 0;
      for (let i = 0; i < count; i++) {
        starts[i] = out.length;
        const places = this.#places[i] ?? null;
        out.text(cells.json(i, places === null ? null : roundedText(cells.kept(i), places, dialect.signs)) ?? '');
        ends[i] = out.length;
      }
      const one: CellBlock = { bytes: out.bytes, starts, ends, rowEnds, rows: 1, line: 1, latin1: () => null };
      block(one, ++number);
    });
    let line = 0;
    for (const read of tree.unread()) {
      const [first, known] = [number, counts.of(line++)];
      if (known === null || hasNeeded(first, known, isNeeded)) rows.value(read(), line);
      else number += known;
      if (known === null) counts.add(number - first);
    }
  }

  /** Of one value, or of the row. */
  place(column: number | null): string {
    const { line, pointer } = (this.#cells as PointedCells).where(column ?? 0, column === null ? this.#compared + 1 : 1);
    return [line === undefined ? [] : [`line ${line}`], pointer === undefined ? [] : [pointer]].flat().join(' ') || '(the whole value)';
  }
}

function hasNeeded(first: number, count: number, isNeeded: (row: number) => boolean): boolean {
  for (let row = first; row < first + count; row++) if (isNeeded(row)) return true;
  return false;
}
