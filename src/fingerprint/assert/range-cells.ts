/**
 * The cells of a range, handed on while the rows pass. It ends with the last row that has something in it: blank rows are handed on once
 * another follows them.
 */

import type { Row } from '#core/parsed';
import type { RowFeed } from './assertion.ts';
import { isBlank, type Range } from './cells.ts';

export interface RangeCells extends Omit<RowFeed, 'sheet'> {
  /** After the last row: how many rows of the range were handed on. */
  readonly rows: number;
}

/** `each` is handed every row of the range up to the last that has something in it; cells may be fewer than the range is wide. */
export function watchRange(range: Range, each: (number: number, cells: Row) => void): RangeCells {
  let rows = 0;
  return {
    from: range.from,
    to: range.to,
    row(number, cells) {
      const inside = cells.slice(range.fromColumn, range.toColumn + 1);
      if (inside.every(isBlank)) return;
      for (; range.from + rows < number; rows++) each(range.from + rows, []);
      each(number, inside);
      rows++;
    },
    get rows() {
      return rows;
    },
  };
}
