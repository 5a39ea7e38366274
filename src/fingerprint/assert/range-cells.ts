/**
 * Passes on the cells of a range while the rows are read. The range ends with the table: with the last row that has something in any column.
 * A row without anything is passed on only when another one follows.
 */

import type { Row } from '#core/parsed';
import type { RowFeed } from './assertion.ts';
import { isBlankRow, type Range } from './cells.ts';

export interface RangeCells extends Omit<RowFeed, 'sheet'> {
  /** The number of rows passed on; final after the last row. */
  readonly rows: number;
}

/** `each` receives every row of the range up to the end of the table. A row may have fewer cells than the range. */
export function watchRange(range: Range, each: (number: number, cells: Row) => void): RangeCells {
  let rows = 0;
  return {
    from: range.from,
    to: range.to,
    row(number, cells) {
      if (isBlankRow(cells)) return;
      for (; range.from + rows < number; rows++) each(range.from + rows, []);
      each(number, cells.slice(range.fromColumn, range.toColumn + 1));
      rows++;
    },
    get rows() {
      return rows;
    },
  };
}
