/**
 * Frames the content of a grid (`framing.ts`): for each sheet its name; for each row the number of its cells plus one, and its cells; then 0. Only
 * values are covered: a row ends with its last non-empty cell, and a sheet with its last non-empty row.
 *
 *     a,b⏎1,⏎⏎        the same content as        "a";"b"␍⏎"1"
 *
 * In `exact` content (parquet) every cell and row is covered, and an empty text differs from null.
 */
import type { CellBlock, Row } from '#core/parsed';
import type { Framer } from './framing.ts';

export class GridContent {
  readonly #framer: Framer;
  readonly #isExact: boolean;
  #blankRows = 0;
  /** The number of rows with a non-empty cell. */
  filledRows = 0;

  constructor(framer: Framer, { isExact }: { readonly isExact: boolean }) {
    this.#framer = framer;
    this.#isExact = isExact;
  }

  sheet(name: string): void {
    this.#framer.text(name);
  }

  row(cells: Row): void {
    const count = this.#isExact ? cells.length : usedCells(cells);
    if (count === 0) {
      this.#blankRows++;
      return;
    }
    this.filledRows++;
    this.#framePassedRows();
    this.#framer.number(count + 1);
    for (let i = 0; i < count; i++) {
      const cell = cells[i] ?? null;
      this.#framer.text(cell === '' && !this.#isExact ? null : cell);
    }
  }

  /** Does the same for all rows of a block without making texts. */
  block(block: CellBlock): void {
    const { starts, ends, rowEnds, rows } = block;
    this.#framer.open(block, rows === 0 ? 0 : (rowEnds[rows - 1] as number));
    let first = 0;
    for (let row = 0; row < rows; row++) {
      const end = rowEnds[row] as number;
      let used = end;
      while (used > first && starts[used - 1] === ends[used - 1]) used--;
      if (used === first) this.#blankRows++;
      else {
        this.filledRows++;
        if (this.#blankRows > 0) this.#framePassedRows();
        this.#framer.row(block, first, used);
      }
      first = end;
    }
  }

  endSheet(): void {
    if (this.#isExact) this.#framePassedRows();
    this.#blankRows = 0;
    this.#framer.number(0);
  }

  /** Blank rows are covered only when a filled row follows. */
  #framePassedRows(): void {
    for (; this.#blankRows > 0; this.#blankRows--) this.#framer.number(1);
  }
}

/** The number of cells up to the last non-empty one. */
export function usedCells(cells: Row): number {
  let count = cells.length;
  while (count > 0 && (cells[count - 1] === null || cells[count - 1] === '')) count--;
  return count;
}
