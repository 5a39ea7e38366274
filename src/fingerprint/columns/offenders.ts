/**
 * The rows that do not satisfy an assertion: how many there are, and the first ten with their lines.
 *
 *     2 of 5 rows: "banana" in line 7, a blank cell in line 9
 */

import { missed, type Verdict } from '../assert/assertion.ts';
import { counted, shownCell } from '../shown.ts';
import type { NamedCells } from './columns.ts';

const MOST = 10;
/** Ten of them are on one line. */
const LONGEST_TEXT = 40;

export class Offenders {
  readonly #first: { readonly line: number; readonly value: string }[] = [];
  count = 0;

  /** Adds a row with the cells from `from` on. No function is passed, because one would be made for every row that is judged. */
  add(cells: NamedCells, from: number, count = 1): void {
    this.count++;
    if (this.#first.length >= MOST) return;
    const values = Array.from({ length: count }, (_, i) => shownShort(cells.kept(from + i)));
    this.#first.push({ line: cells.line(), value: values.join(', ') });
  }

  /** `total` is the number of rows, or of what else was judged. */
  verdict(expected: string, total: number, noun = 'row'): Verdict {
    const named = this.#first.map(({ line, value }) => `${value} in line ${line}`).join(', ');
    const more = this.count > this.#first.length ? ` and ${this.count - this.#first.length} more` : '';
    const found = `${this.count} of ${counted(total, noun)}: ${named}${more}`;
    return missed(expected, found, { count: this.count, lines: this.#first.map(({ line }) => line) });
  }
}

function shownShort(text: string | null): string {
  return shownCell(text !== null && text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);
}
