/**
 * Passes on the cells of a range while the rows are read. The range ends with the last row that is not blank, so blank rows are passed on only
 * when a filled row follows.
 */

import type { Row } from '#core/parsed';
import type { RowFeed } from './assertion.ts';
import { isBlank, type Range } from './cells.ts';

export interface RangeCells extends Omit<RowFeed, 'sheet'> {
  /** The number of rows passed on; final after the last row. */
  readonly rows: number;
}

/** `each` receives every row of the range up to the last one that is not blank. A row may have fewer cells than the range. */
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
