/**
 * The second look at a sample, when it is known how its numbers and dates are written: whether columns increase or decrease, and which pairs of
 * columns identify a row.
 */
import type { JsonObject } from '#core/json/value';
import type { Scope } from '../assert/assertion.ts';
import { findSheet } from '../assert/sheets.ts';
import { TableRows } from '../columns/columns.ts';
import { comparer } from '../columns/comparable.ts';
import { addToKey, beginKey, KeySet } from '../columns/key-set.ts';
import type { NamedCells } from '../columns/named-cells.ts';
import { Faults } from '../define/faults.ts';
import { readDialect } from '../define/read-dialect.ts';
import { type KeyBudget, MAX_KEYS_IN_ALL } from './column-evidence.ts';
import type { InspectionRun } from './inspection.ts';
import type { SampleReading } from './profile.ts';

export interface TrialQuestion extends JsonObject {
  /** As in a definition. */
  readonly dialect: JsonObject;
  /** Columns that may increase or decrease. */
  readonly ordered: readonly string[];
  /** Columns of which two may identify a row. */
  readonly keyed: readonly string[];
}

export interface OrderFound extends JsonObject {
  readonly order: 'increasing' | 'decreasing' | null;
  readonly strictly: boolean;
  /** How often the value changed from one row to the next. */
  readonly steps: number;
}

export interface TrialFound extends JsonObject {
  readonly orders: readonly OrderFound[];
  /** For each pair of `pairsOf`, whether no two rows have the same texts. */
  readonly pairs: readonly boolean[];
}

/** The pairs of the first columns first. */
export function pairsOf(columns: readonly string[]): readonly (readonly [string, string])[] {
  return columns.flatMap((second, j) => columns.slice(0, j).map((first) => [first, second] as const));
}

export function beginTrial(reading: SampleReading, { dialect: stated, ordered, keyed }: TrialQuestion, scope: Scope): InspectionRun {
  const dialect = readDialect(stated, reading.format, { compile: noPatterns, format: reading.format, faults: new Faults(), path: [] });
  const columns = [...new Set([...ordered, ...keyed])];
  const orders = ordered.map((name) => new OrderWatch(columns.indexOf(name), comparer(dialect)));
  const budget: KeyBudget = { left: MAX_KEYS_IN_ALL };
  const pairs = pairsOf(keyed).map(([a, b]) => new PairWatch([columns.indexOf(a), columns.indexOf(b)], budget));
  const table = new TableRows(reading.headerRow, columns, {
    row(cells) {
      for (const order of orders) order.row(cells);
      for (const pair of pairs) pair.row(cells);
    },
  });
  const sheet = findSheet(scope, reading.sheet);
  return {
    feeds: sheet === undefined ? [] : [{ sheet, block: (block, first) => table.block(block, first) }],
    found: (): TrialFound => ({ orders: orders.map((order) => order.found()), pairs: pairs.map(({ isUnique }) => isUnique) }),
  };
}

function noPatterns(): never {
  throw new Error('a dialect has no patterns');
}

/** As `column_order` judges. */
class OrderWatch {
  readonly #column: number;
  readonly #compare: ReturnType<typeof comparer>;
  #isFirst = true;
  #ups = 0;
  #downs = 0;
  #repeats = 0;
  #isBroken = false;

  constructor(column: number, compare: ReturnType<typeof comparer>) {
    this.#column = column;
    this.#compare = compare;
  }

  row(cells: NamedCells): void {
    if (this.#isBroken || cells.isBlank(this.#column)) return;
    const step = this.#compare(cells, this.#column);
    if (this.#isFirst) {
      this.#isFirst = false;
      return;
    }
    if (step === null) this.#isBroken = true;
    else if (step > 0) this.#ups++;
    else if (step < 0) this.#downs++;
    else this.#repeats++;
    if (this.#ups > 0 && this.#downs > 0) this.#isBroken = true;
  }

  found(): OrderFound {
    const order = this.#isBroken ? null : this.#ups > 0 ? 'increasing' : this.#downs > 0 ? 'decreasing' : null;
    return { order, strictly: this.#repeats === 0, steps: this.#ups + this.#downs };
  }
}

class PairWatch {
  readonly #columns: readonly [number, number];
  readonly #budget: KeyBudget;
  #keys: KeySet | null = new KeySet(MAX_KEYS_IN_ALL);

  constructor(columns: readonly [number, number], budget: KeyBudget) {
    this.#columns = columns;
    this.#budget = budget;
  }

  get isUnique(): boolean {
    return this.#keys !== null;
  }

  row(cells: NamedCells): void {
    if (this.#keys === null) return;
    const { bytes, starts, ends } = cells.block;
    beginKey();
    for (const column of this.#columns) {
      const cell = cells.cell(column);
      if (cell < 0) addToKey(bytes, 0, 0);
      else addToKey(bytes, starts[cell] as number, ends[cell] as number);
    }
    if (this.#keys.add() === 'new' && --this.#budget.left >= 0) return;
    this.#budget.left += this.#keys.size;
    this.#keys = null;
  }
}
