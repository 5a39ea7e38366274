/**
 * How one file of a comparison is seen: which rows of which sheet are records, where their compared and their key columns are, and how their
 * cells are rounded. Values stay bytes.
 *
 *     view.set(block, row); view.value(2); view.bytes.subarray(view.start, view.end)
 */
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { firstCell } from '#core/cells';
import type { CellBlock, Row } from '#core/parsed';
import type { NumberSigns } from '../assert/decimal.ts';
import { roundedText } from '../define/extract-columns.ts';

export interface ViewOptions {
  readonly sheet: string;
  /** The first and last row that is a record. */
  readonly from: number;
  readonly to: number;
  /** The positions of the compared columns; null for all cells by position. */
  readonly columns: readonly number[] | null;
  /** The position from which cells are compared that have no name, because their rows are longer than the header; null if they do not count. */
  readonly restFrom: number | null;
  /** The number of decimals to which each of them is rounded, or null. */
  readonly places: readonly (number | null)[];
  readonly signs: NumberSigns;
  readonly key: readonly number[] | null;
  /** True if blank rows at the end count, and an empty text differs from null (`exactRow`). */
  readonly isExact: boolean;
}

export class TableView {
  readonly options: ViewOptions;
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
  #block: CellBlock | null = null;
  #first = 0;
  #last = 0;

  constructor(options: ViewOptions) {
    this.options = options;
  }

  set(block: CellBlock, row: number): void {
    this.#block = block;
    this.#first = firstCell(block, row);
    this.#last = block.rowEnds[row] as number;
  }

  isEmptyRow(): boolean {
    const { starts, ends } = this.#block as CellBlock;
    for (let cell = this.#first; cell < this.#last; cell++) if (starts[cell] !== ends[cell]) return false;
    return true;
  }

  /** The number of values; without named columns, that of the cells. */
  get width(): number {
    const { columns, restFrom } = this.options;
    const cells = this.#last - this.#first;
    if (columns === null) return cells;
    return columns.length + (restFrom === null ? 0 : Math.max(0, cells - restFrom));
  }

  /** The position of a compared column in the file. */
  position(column: number): number {
    const { columns, restFrom } = this.options;
    return columns === null ? column : (columns[column] ?? (restFrom ?? 0) + column - columns.length);
  }

  /** Selects the value of a compared column; it is empty if the row has no such cell. */
  value(column: number): void {
    this.#select(this.position(column));
    const places = this.options.places[column];
    if (places === null || places === undefined || this.start === this.end) return;
    const text = roundedText(decodeUtf8(this.bytes.subarray(this.start, this.end)), places, this.options.signs);
    this.bytes = encodeUtf8(text ?? '');
    this.start = 0;
    this.end = this.bytes.length;
  }

  keyValue(index: number): void {
    this.#select((this.options.key as readonly number[])[index] as number);
  }

  /** The selected value as text; null if it is empty. */
  text(): string | null {
    return valueText(this.bytes.subarray(this.start, this.end), this.options.isExact);
  }

  #select(position: number): void {
    const { bytes, starts, ends } = this.#block as CellBlock;
    const cell = this.#first + position;
    const isThere = cell < this.#last;
    this.bytes = bytes;
    this.start = isThere ? (starts[cell] as number) : 0;
    this.end = isThere ? (ends[cell] as number) : 0;
  }
}

/** Stands before an empty text, and before a text that begins with it, where an empty text differs from null. */
const MARK = '\u0001';

export function exactRow(row: Row): Row {
  return row.map((cell) => (cell !== null && (cell === '' || cell.startsWith(MARK)) ? MARK + cell : cell));
}

export function valueText(bytes: Uint8Array, isExact: boolean): string | null {
  if (bytes.length === 0) return null;
  const text = decodeUtf8(bytes);
  return isExact && text.startsWith(MARK) ? text.slice(1) : text;
}
