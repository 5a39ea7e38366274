// JSON as a table whose columns are pointers. The rows of json are the items that `*` stands for, or the document itself; those of jsonl are
// the lines, or the items in all of them. A pointer with fewer `*` than another is repeated in its rows.
//
//     /orders/*/id, /orders/*/lines/*/sku      a row for every line of every order, with the id of its order
import type { JsonValue } from '#core/json/value';
import type { Format } from '#core/parsed';
import { missed, unjudged, type Verdict } from '../assert/assertion.ts';
import { shown } from '../shown.ts';
import type { CellPlace } from './named-cells.ts';
import { kindOf, PointedCells } from './pointed-cells.ts';
import { commonRowPath, formatPointer, type Pointer, parsePointer, rowPath, type Step, valueAt } from './pointers.ts';

interface Column {
  /** The number of its `*`. */
  readonly stars: number;
  /** The steps behind the last one. */
  readonly rest: readonly Step[];
  readonly pointer: Pointer;
}

export class TreeRows {
  readonly #isLines: boolean;
  readonly #columns: readonly Column[];
  /** The steps between one `*` and the next, and the number of arrays that were looked for and found there. */
  readonly #stars: readonly { readonly steps: readonly Step[]; asked: number; found: number }[];
  readonly #way: readonly Step[];
  readonly #row: (cells: PointedCells) => void;
  readonly #cells: PointedCells;
  readonly #isSeen: boolean[];
  /** The value that is read, and the item for each `*`. */
  readonly #bases: (JsonValue | undefined)[] = [];
  readonly #items: number[] = [];
  #line = 0;
  #stray: Verdict | null = null;
  /** The number of rows that were passed on. */
  count = 0;

  constructor(format: Format, columns: readonly string[], row: (cells: PointedCells) => void) {
    const pointers = columns.map((text) => parsePointer(text) as Pointer);
    this.#isLines = format === 'jsonl';
    this.#way = commonRowPath(pointers) ?? [];
    this.#stars = segmentsOf(this.#way).map((steps) => ({ steps, asked: 0, found: 0 }));
    this.#columns = pointers.map((pointer) => {
      const way = rowPath(pointer);
      return { pointer, stars: way.filter((step) => step === null).length, rest: pointer.steps.slice(way.length) };
    });
    this.#isSeen = columns.map(() => false);
    this.#row = row;
    this.#cells = new PointedCells(columns.length, (from, count) => this.#where(from, count));
  }

  value(value: JsonValue, line: number): void {
    this.#line = line;
    this.#bases[0] = value;
    this.#walk(0);
  }

  /** Says that a `*` stands for the items of something that is no array, or that there never was one. */
  problem(): Verdict | null {
    const missing = this.#stars.findIndex(({ asked, found }) => asked > 0 && found === 0);
    if (this.#stray !== null || missing < 0) return this.#stray;
    return unjudged(`an array at ${shown(this.#pointerOfArray(missing))}`, 'none');
  }

  /** A pointer that led to nothing in every row; `isNeeded` says for which one this matters. */
  absent(isNeeded: (column: number) => boolean): Verdict | null {
    const at = this.#isSeen.findIndex((isSeen, column) => !isSeen && isNeeded(column));
    if (at < 0) return null;
    return unjudged(`a value at ${shown((this.#columns[at] as Column).pointer.text)}`, 'none in any row');
  }

  #walk(star: number): void {
    const segment = this.#stars[star];
    if (segment === undefined) return this.#pass();
    const value = valueAt(this.#bases[star], segment.steps);
    segment.asked++;
    if (value === undefined || value === null) return;
    if (!Array.isArray(value)) {
      const found = `${kindOf(value)} ${this.#isLines ? `in line ${this.#line}` : ''}`.trim();
      this.#stray ??= missed(`an array at ${shown(this.#pointerOfArray(star))}`, found);
      return;
    }
    segment.found++;
    for (let i = 0; i < value.length; i++) {
      this.#items[star] = i;
      this.#bases[star + 1] = (value as readonly JsonValue[])[i];
      this.#walk(star + 1);
    }
  }

  #pass(): void {
    const cells = this.#cells;
    cells.begin(this.#line, this.#bases[this.#stars.length]);
    for (let i = 0; i < this.#columns.length; i++) {
      const { stars, rest } = this.#columns[i] as Column;
      const value = valueAt(this.#bases[stars], rest);
      if (value !== undefined) this.#isSeen[i] = true;
      cells.put(i, value);
    }
    cells.end();
    this.count++;
    this.#row(cells);
  }

  #pointerOfArray(star: number): string {
    const steps = this.#stars.slice(0, star + 1).flatMap((segment, i) => [...(i === 0 ? [] : [null]), ...segment.steps]);
    return formatPointer(steps);
  }

  /** One cell by its own pointer, several by that of their row. */
  #where(from: number, count: number): CellPlace {
    const column = count === 1 ? this.#columns[from] : undefined;
    const pointer = formatPointer(column?.pointer.steps ?? this.#way, this.#items);
    if (!this.#isLines) return { pointer };
    // In a line that is one row, only one of several pointers needs to be named.
    const isTold = this.#way.length === 0 && (column === undefined || this.#columns.length === 1);
    return isTold ? { line: this.#line } : { line: this.#line, pointer };
  }
}

/** The steps before each `*`. */
function segmentsOf(way: readonly Step[]): readonly (readonly Step[])[] {
  const segments: Step[][] = [];
  let steps: Step[] = [];
  for (const step of way) {
    if (step !== null) steps.push(step);
    else {
      segments.push(steps);
      steps = [];
    }
  }
  return segments;
}
