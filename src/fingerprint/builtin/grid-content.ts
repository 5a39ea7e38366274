/**
 * Frames the content of a grid (`framing.ts`): for each sheet its name; for each row the number of its cells plus one, and its cells; then 0. Only
 * values are covered: a row ends with its last non-empty cell, and a sheet with its last non-empty row.
 *
 *     a,b⏎1,⏎⏎        the same content as        "a";"b"␍⏎"1"
 *
 * In `exact` content (parquet) every cell and row is covered, and an empty text differs from null.
 */
import { decodeUtf8 } from '#core/bytes/utf8';
import { CELL_MARKS, type CellPlaces, type Row } from '#core/parsed';
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

  /** Does the same for all rows of a grid without creating row objects: a file of two kilobytes has hundreds of cells. */
  cells({ bytes, places, count }: CellPlaces): void {
    for (let first = 0; first < count; ) {
      let last = first;
      while (((places[3 * last + 2] as number) & CELL_MARKS.endsRow) === 0) last++;
      this.#rowAt(bytes, places, first, last + 1);
      first = last + 1;
    }
  }

  #rowAt(bytes: Uint8Array, places: Int32Array, first: number, end: number): void {
    let used = end;
    while (used > first && places[3 * used - 3] === places[3 * used - 2]) used--;
    if (used === first) {
      this.#blankRows++;
      return;
    }
    this.filledRows++;
    this.#framePassedRows();
    this.#framer.number(used - first + 1);
    for (let cell = first; cell < used; cell++) {
      const start = places[3 * cell] as number;
      const stop = places[3 * cell + 1] as number;
      if (start === stop) this.#framer.number(0);
      else if (((places[3 * cell + 2] as number) & CELL_MARKS.hasDoubledQuotes) === 0) this.#framer.encoded(bytes, start, stop);
      else this.#framer.text(decodeUtf8(bytes.subarray(start, stop)).replaceAll('""', '"'));
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
