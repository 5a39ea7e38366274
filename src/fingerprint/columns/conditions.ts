/**
 * Conditions on the cells of a column: their type, bounds, allowed values, a pattern, blank or not. Blank cells satisfy every condition except
 * `not_blank`.
 *
 *     column_cells: { column: Balance, type: number, min: 0, not_blank: true }
 */
import { isJsonObject } from '#core/json/value';
import type { Scope } from '../assert/assertion.ts';
import { isAtMost } from '../assert/decimal.ts';
import { describeValue, Faults, Mistake } from '../define/faults.ts';
import { BOUND, type Bound, CELL_TEXTS, COLUMN_NAME, COUNT, DATE_FORMAT, FLAG, oneOfTexts, PATTERN } from '../define/field-types.ts';
import { defaulting, type FieldType, only, optional, readFields, required, type Values } from '../define/fields.ts';
import { isTree, TREE_FORMATS } from '../formats.ts';
import { shown } from '../shown.ts';
import { type CellTest, oneOfTest, patternTest, typeTest } from './cell-tests.ts';
import { comparableTest } from './comparable.ts';
import { jsonOneOfTest, jsonTypeTest, sizeTest, sizeWords } from './json-conditions.ts';
import { isSurelyFilled, type NamedCells } from './named-cells.ts';
import { type SureRows, sureByAll, sureCells } from './sure-rows.ts';

const CELL_TYPES = ['string', 'integer', 'number', 'percentage', 'currency', 'date', 'datetime', 'boolean'] as const;
const JSON_TYPES = [...CELL_TYPES, 'array', 'object'] as const;
export type CellType = (typeof JSON_TYPES)[number];

const TYPE: FieldType<CellType> = {
  words: `one of ${CELL_TYPES.join(' ')}, or in json and jsonl array or object`,
  read: (value, compile, format) => oneOfTexts<CellType>(isTree(format) ? JSON_TYPES : CELL_TYPES).read(value, compile, format),
};

export const CONDITION_FIELDS = {
  type: optional(TYPE),
  format: optional(DATE_FORMAT),
  min: optional(BOUND),
  max: optional(BOUND),
  one_of: optional(CELL_TEXTS),
  pattern: optional(PATTERN),
  not_blank: defaulting(FLAG, false),
  blank: defaulting(FLAG, false),
  min_items: only(TREE_FORMATS, optional(COUNT)),
  max_items: only(TREE_FORMATS, optional(COUNT)),
};
export type ConditionFields = Values<typeof CONDITION_FIELDS>;

/** A condition on one column, as part of an assertion. */
export const CONDITION: FieldType<ConditionFields & { readonly column: string }> = {
  words: 'a mapping with column and conditions, such as {column: Status, one_of: [closed]}',
  read(value, compile, format) {
    if (!isJsonObject(value)) throw new Mistake(`expected ${this.words}, found ${describeValue(value)}`);
    const faults = new Faults();
    const fields = readFields(value, { column: required(COLUMN_NAME), ...CONDITION_FIELDS }, { compile, faults, path: [], format });
    const [fault] = faults.list;
    if (fields === null || fault !== undefined) throw new Mistake(fault?.message ?? '', fault?.path ?? []);
    const objection = conditionObjection(fields);
    if (objection !== null) throw new Mistake(objection);
    return fields;
  },
};

export interface Condition {
  /** Completes "every cell … to be". */
  readonly words: string;
  /** `name` is the number of the column among the named ones. A blank cell holds if it may be blank. */
  holds(cells: NamedCells, name: number): boolean;
  /**
   * False if it cannot be said whether the cell holds: the bounds have no type and cannot be compared with it, because it is neither a number
   * nor a date, and all other conditions hold.
   */
  isComparable(cells: NamedCells, name: number): boolean;
  /** The rows of a table in which the cell surely holds; null if that cannot be said by the bytes. */
  sure(name: number): SureRows | null;
}

const DATED: readonly (CellType | null)[] = ['date', 'datetime'];
const NUMERIC: readonly (CellType | null)[] = ['integer', 'number', 'percentage', 'currency'];

export function conditionObjection(fields: ConditionFields): string | null {
  const { type, format, min, max, one_of, pattern, not_blank, blank } = fields;
  const { min_items, max_items } = fields;
  const isSized = min_items !== null || max_items !== null;
  const isEmpty = type === null && min === null && max === null && one_of === null && pattern === null && !not_blank && !blank;
  if (isSized && type !== null && type !== 'array') return `min_items and max_items of the type ${type} have no meaning`;
  if (min_items !== null && max_items !== null && min_items > max_items) return 'expected min_items to be at most max_items';
  if (isEmpty && !isSized) return 'expected a condition: type, min, max, one_of, pattern, not_blank or blank';
  if (not_blank && blank) return 'expected not_blank or blank, found both';
  if (format !== null && !DATED.includes(type)) return 'format is for the types date and datetime';
  for (const bound of [min, max]) {
    if (bound === null || type === null) continue;
    if (bound.kind === 'number' && !NUMERIC.includes(type))
      return `min and max of the type ${type} ${DATED.includes(type) ? 'are dates such as 2025-12-31' : 'have no meaning'}`;
    if (bound.kind === 'date' && !DATED.includes(type)) return `min and max of the type ${type} are not dates`;
  }
  if (min === null || max === null) return null;
  if (min.kind !== max.kind) return 'expected min and max of the same kind';
  const isOrdered = min.kind === 'number' ? isAtMost(min.value, (max as typeof min).value) : min.value <= (max as typeof min).value;
  return isOrdered ? null : 'expected min to be at most max';
}

export function conditionOf(fields: ConditionFields, { dialect, format }: Pick<Scope, 'dialect' | 'format'>): Condition {
  const tests: CellTest[] = [];
  const words: string[] = [];
  const { type, min, max, one_of, pattern, not_blank, blank } = fields;
  if (type !== null || min !== null || max !== null) {
    tests.push(isTree(format) ? jsonTypeTest(fields, typeTest(fields, dialect)) : typeTest(fields, dialect));
    words.push(typeWords(type, min, max));
  }
  if (fields.min_items !== null || fields.max_items !== null) {
    tests.push(sizeTest(fields));
    words.push(sizeWords(fields));
  }
  if (one_of !== null) {
    tests.push(isTree(format) ? jsonOneOfTest(one_of) : oneOfTest(one_of));
    words.push(`one of ${one_of.slice(0, 10).map(shown).join(', ')}${one_of.length > 10 ? ', …' : ''}`);
  }
  if (pattern !== null) {
    tests.push(patternTest(pattern));
    words.push(`text that matches ${shown(pattern.text)}`);
  }
  if (not_blank) words.push('not blank');
  if (blank) words.push('blank');
  const [first, ...others] = tests;
  const bound = type === null ? (min ?? max) : null;
  const isComparable = bound === null ? () => true : comparableTest(bound.kind, dialect, isTree(format));
  return {
    words: words.join(' and '),
    holds(cells, name) {
      if (cells.isBlank(name)) return !not_blank;
      if (blank || (first !== undefined && !first(cells, name))) return false;
      for (let i = 0; i < others.length; i++) if (!(others[i] as CellTest)(cells, name)) return false;
      return true;
    },
    sure(name) {
      const sures = tests.map((test) => test.sure);
      if (tests.length === 0 && not_blank) sures.push(isSurelyFilled);
      const known = sures.filter((sure) => sure !== undefined);
      return blank || isTree(format) || known.length === 0 || known.length < sures.length
        ? null
        : sureByAll(known.map((sure) => sureCells(name, sure)));
    },
    isComparable: (cells, name) => blank || cells.isBlank(name) || isComparable(cells, name) || !others.every((test) => test(cells, name)),
  };
}

const ARTICLES: Readonly<Record<CellType, string>> = {
  string: 'text',
  integer: 'an integer',
  number: 'a number',
  percentage: 'a percentage',
  currency: 'an amount with its currency',
  date: 'a date',
  datetime: 'a date with a time',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

function typeWords(type: CellType | null, min: Bound | null, max: Bound | null): string {
  const noun = type === null ? ((min ?? max)?.kind === 'date' ? 'a date' : 'a number') : ARTICLES[type];
  return `${noun}${min === null ? '' : ` from ${min.text}`}${max === null ? '' : ` to ${max.text}`}`;
}
