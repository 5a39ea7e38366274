/** The cells of one row that an assertion asks for, by the number of their name. They stay bytes until somebody asks for their text. */

import { cellText, firstCell, keptText, lineOfRow } from '#core/cells';
import type { CellBlock } from '#core/parsed';
import { shortText } from '#core/short-text';
import { isBlank } from '../assert/cells.ts';
import { shownCell } from '../shown.ts';

const SPACE = 0x20;
const NONE = new Int32Array(0);

export const EMPTY: CellBlock = { bytes: new Uint8Array(0), starts: NONE, ends: NONE, rowEnds: NONE, rows: 0, line: 1, latin1: () => null };

/** The named cells of one row. It is reused for every row. */
export class NamedCells {
  block = EMPTY;
  /** The column of each name, counted from 0. */
  readonly at: Int32Array;
  #row = 0;
  #first = 0;
  #end = 0;

  constructor(at: readonly number[]) {
    this.at = Int32Array.from(at);
  }

  set(block: CellBlock, row: number): void {
    this.block = block;
    this.#row = row;
    this.#first = firstCell(block, row);
    this.#end = block.rowEnds[row] as number;
  }

  /** The index in the block of the cell with that name; -1 if the row ends before it. */
  cell(name: number): number {
    const cell = this.#first + (this.at[name] as number);
    return cell < this.#end ? cell : -1;
  }

  isBlank(name: number): boolean {
    const cell = this.cell(name);
    return cell < 0 || isBlankCell(this.block, cell);
  }

  /** Null if it is blank. Valid for this row; see `kept`. */
  text(name: number): string | null {
    const cell = this.cell(name);
    return cell < 0 || isBlankCell(this.block, cell) ? null : cellText(this.block, cell);
  }

  /** A text that may be kept after this row. */
  kept(name: number): string | null {
    const cell = this.cell(name);
    return cell < 0 ? null : keptText(this.block, cell);
  }

  /** For messages. */
  shown(name: number): string {
    return shownCell(shortened(this.kept(name)));
  }

  isBlankRow(): boolean {
    for (let cell = this.#first; cell < this.#end; cell++) if (!isBlankCell(this.block, cell)) return false;
    return true;
  }

  /** Whether a cell after the first `width` cells is not blank. */
  filledBeyond(width: number): boolean {
    for (let cell = this.#first + width; cell < this.#end; cell++) if (!isBlankCell(this.block, cell)) return true;
    return false;
  }

  /** Where the cells from `from` on are; `count` is their number. */
  where(_from: number, _count: number): CellPlace {
    return { line: lineOfRow(this.block, this.#row) };
  }
}

/** The line in which a row begins, the pointer of a value in JSON, or both. */
export interface CellPlace {
  readonly line?: number;
  readonly pointer?: string;
}

/** Ten of them are on one line. */
const MAX_TEXT_LENGTH = 40;

export function shortened<T extends string | null>(text: T): T | string {
  return text === null ? text : shortText(text, MAX_TEXT_LENGTH);
}

/** As `isBlank` of its text. */
function isBlankCell(block: CellBlock, cell: number): boolean {
  const start = block.starts[cell] as number;
  const end = block.ends[cell] as number;
  if (start >= end) return true;
  return !isSurelyFilled(block.bytes, start) && isBlank(cellText(block, cell));
}

/** Whether a text that is not empty begins with a visible character of ASCII, as nearly every cell does. */
export function isSurelyFilled(bytes: Uint8Array, start: number): boolean {
  const first = bytes[start] as number;
  return first > SPACE && first < 0x80;
}
