/**
 * Passes over the rows of a block whose cells surely hold, by their bytes: nearly all rows of a good table. What is not sure is left to the test
 * of the single cell (`cell-tests.ts`): blank cells, numbers and dates in other forms, and everything that is wrong.
 *
 *     sureCells(1, isGood)(block, at, 0, 500)      500, or the first row of which it is not sure that its cell in the second named column is good
 */
import { firstCell } from '#core/cells';
import type { CellBlock } from '#core/parsed';

/** `at` has the columns of the names. Returns the first row from `from` on that is not sure; `to` if there is none. */
export type SureRows = (block: CellBlock, at: Int32Array, from: number, to: number) => number;

/** Whether the text from `start` to `end`, which is not empty, surely holds. */
export type SureText = (bytes: Uint8Array, start: number, end: number) => boolean;

export function sureCells(name: number, isSure: SureText): SureRows {
  return (block, at, from, to) => {
    const { bytes, starts, ends, rowEnds } = block;
    const column = at[name] as number;
    let first = firstCell(block, from);
    for (let row = from; row < to; row++) {
      const cell = first + column;
      first = rowEnds[row] as number;
      if (cell >= first) return row;
      const start = starts[cell] as number;
      const end = ends[cell] as number;
      if (start >= end || !isSure(bytes, start, end)) return row;
    }
    return to;
  };
}

/** Two cells of a row, neither of them empty. */
export function surePairs(
  isSure: (bytes: Uint8Array, start: number, end: number, otherStart: number, otherEnd: number) => boolean,
): SureRows {
  return (block, at, from, to) => {
    const { bytes, starts, ends, rowEnds } = block;
    const [column, other] = [at[0] as number, at[1] as number];
    let first = firstCell(block, from);
    for (let row = from; row < to; row++) {
      const [one, two] = [first + column, first + other];
      first = rowEnds[row] as number;
      if (one >= first || two >= first) return row;
      if (!isSure(bytes, starts[one] as number, ends[one] as number, starts[two] as number, ends[two] as number)) return row;
    }
    return to;
  };
}

/** The first row that is not sure by one of several. Each is asked again only when its own answer has been passed. */
export function sureByAll(all: readonly SureRows[]): SureRows {
  const [only] = all;
  if (all.length === 1 && only !== undefined) return only;
  const found = new Int32Array(all.length);
  let before = 0;
  return (block, at, from, to) => {
    // Within a block the rows ascend, and every block but the first begins with row 0.
    const isOther = from <= before;
    before = from;
    let nearest = to;
    for (let i = 0; i < all.length; i++) {
      if (isOther || (found[i] as number) < from) found[i] = (all[i] as SureRows)(block, at, from, to);
      nearest = Math.min(nearest, found[i] as number);
    }
    return nearest;
  };
}
