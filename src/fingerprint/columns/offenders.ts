/**
 * The rows that do not satisfy an assertion: how many there are, and the first ten with their lines.
 *
 *     2 of 5 rows: "banana" in line 7, a blank cell in line 9
 */

import { counted, grouped } from '#core/count-text';
import type { JsonObject } from '#core/json/value';
import { missed, unjudged, type Verdict } from '../assert/assertion.ts';
import type { CellPlace, NamedCells } from './named-cells.ts';

const MAX_SHOWN = 10;

export class Offenders {
  readonly #first: { readonly where: CellPlace; readonly value: string }[] = [];
  count = 0;
  #hasIncomparable = false;

  /** Adds a row with the cells from `from` on. No function is passed, because one would be made for every row that is judged. */
  add(cells: NamedCells, from: number, count = 1): void {
    this.count++;
    if (this.#first.length >= MAX_SHOWN) return;
    const values = Array.from({ length: count }, (_, i) => cells.shown(from + i));
    this.#first.push({ where: cells.where(from, count), value: values.join(', ') });
  }

  /** The same for a row whose values cannot be compared: the assertion and its negation fail. */
  addIncomparable(cells: NamedCells, from: number, count = 1): void {
    this.#hasIncomparable = true;
    this.add(cells, from, count);
  }

  /** `total` is the number of rows, or of what else was judged. */
  verdict(expected: string, total: number, noun = 'row'): Verdict {
    const named = this.#first.map(({ where, value }) => `${value} ${formatPlace(where)}`).join(', ');
    const more = this.count > this.#first.length ? ` and ${grouped(this.count - this.#first.length)} more` : '';
    const found = `${grouped(this.count)} of ${counted(total, noun)}: ${named}${more}`;
    const near = { count: this.count, ...placesOf(this.#first.map(({ where }) => where)) };
    return this.#hasIncomparable ? unjudged(expected, found, near) : missed(expected, found, near);
  }
}

/** `in line 7`, `at /items/3/price`, or both. */
export function formatPlace({ line, pointer = '' }: CellPlace): string {
  const at = pointer === '' ? '' : `at ${pointer}`;
  return line === undefined ? at || 'in the document' : `in line ${line} ${at}`.trimEnd();
}

/** For the context of a verdict. */
export function placesOf(places: readonly CellPlace[]): JsonObject {
  const [lines, pointers] = [places.map(({ line }) => line), places.map(({ pointer }) => pointer)];
  return {
    ...(lines.every((line) => line !== undefined) ? { lines } : {}),
    ...(pointers.every((pointer) => pointer !== undefined) ? { pointers } : {}),
  };
}
