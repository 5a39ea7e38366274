/** What was seen in one column of one sample. Memory is bounded: few texts are kept, and of keys only their hashes, up to a number. */
import type { JsonObject } from '#core/json/value';
import { BOOLEANS } from '../columns/cell-tests.ts';
import { addToKey, beginKey, KeySet } from '../columns/key-set.ts';
import type { NamedCells } from '../columns/named-cells.ts';
import { DateEvidence, type DateReading } from './date-evidence.ts';
import { NumberEvidence, type NumberReading } from './number-evidence.ts';
import type { SampleReading } from './profile.ts';

/** A column with more different texts has no list of allowed values. */
export const MAX_TEXTS = 20;
/** Nor has one with a longer text. */
export const MAX_TEXT_LENGTH = 100;

export interface ColumnProfile extends JsonObject {
  readonly name: string;
  readonly filled: number;
  readonly blank: number;
  readonly numbers: readonly NumberReading[];
  readonly isMarked: boolean;
  readonly isPadded: boolean;
  readonly dates: readonly DateReading[];
  /** Every filled cell is `true`, `false`, `yes`, `no`, `1` or `0`, and some is a word. */
  readonly isBoolean: boolean;
  /** The different texts; null if there are too many. */
  readonly texts: readonly string[] | null;
  /** Whether no two rows have the same text. */
  readonly keys: 'different' | 'repeated' | 'too many';
}

/** All columns, places or pairs of columns of a file together keep so many keys, in about 256 MiB. */
export const MAX_KEYS_IN_ALL = 12_000_000;

/** The number of keys that they may still keep. */
export interface KeyBudget {
  left: number;
}

export class ColumnEvidence {
  readonly #name: string;
  readonly #numbers: NumberEvidence;
  readonly #dates: DateEvidence;
  readonly #budget: KeyBudget;
  #texts: Set<string> | null = new Set();
  #keys: KeySet | null;
  #keyState: ColumnProfile['keys'] = 'different';
  #isBoolean = true;
  #hasWord = false;
  #filled = 0;
  #blank = 0;

  constructor(name: string, { signs, dates }: SampleReading, budget: KeyBudget) {
    this.#name = name;
    this.#numbers = new NumberEvidence(signs);
    this.#dates = new DateEvidence(dates);
    this.#budget = budget;
    this.#keys = new KeySet(budget.left);
  }

  add(cells: NamedCells, index: number): void {
    if (cells.isBlank(index)) {
      this.#blank++;
      return;
    }
    this.#filled++;
    this.#numbers.add(cells, index);
    this.#dates.add(cells, index);
    if (this.#isBoolean) this.#addBoolean((cells.text(index) as string).trim());
    if (this.#texts !== null) this.#addText(cells.kept(index) as string);
    if (this.#keys !== null) this.#addKey(this.#keys, cells, index);
  }

  profile(): ColumnProfile {
    return {
      name: this.#name,
      filled: this.#filled,
      blank: this.#blank,
      numbers: this.#numbers.readings(),
      isMarked: this.#numbers.isMarked,
      isPadded: this.#numbers.isPadded,
      dates: this.#dates.readings(),
      isBoolean: this.#isBoolean && this.#hasWord,
      texts: this.#texts === null ? null : [...this.#texts],
      keys: this.#keyState,
    };
  }

  #addBoolean(text: string): void {
    this.#isBoolean = BOOLEANS.has(text.toLowerCase());
    if (text !== '0' && text !== '1') this.#hasWord = true;
  }

  #addText(text: string): void {
    if (text.length <= MAX_TEXT_LENGTH) this.#texts?.add(text);
    if (text.length > MAX_TEXT_LENGTH || Number(this.#texts?.size) > MAX_TEXTS) this.#texts = null;
  }

  #addKey(keys: KeySet, cells: NamedCells, index: number): void {
    const { bytes, starts, ends } = cells.block;
    const cell = cells.cell(index);
    beginKey();
    addToKey(bytes, starts[cell] as number, ends[cell] as number);
    const added = keys.add();
    if (added === 'new' && --this.#budget.left >= 0) return;
    this.#keyState = added === 'known' ? 'repeated' : 'too many';
    this.#budget.left += keys.size;
    this.#keys = null;
  }
}
