/**
 * Conditions on the values of JSON. A type is that of JSON: the string "12" is no number, and `1.0` is an integer. Numbers are compared exactly.
 * Dates, percentages and amounts are strings. Without a type, a string such as "12.50" may be a number as well.
 */
import { exactNumber } from '#core/json/number';
import { Digits } from '#core/json/value';
import { compareExact, exactOf, isWhole, readExact } from '../assert/exact-number.ts';
import type { CellTest } from './cell-tests.ts';
import type { CellType, ConditionFields } from './conditions.ts';
import type { JsonKind, PointedCells } from './pointed-cells.ts';

const KINDS: Readonly<Record<CellType, JsonKind>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  percentage: 'string',
  currency: 'string',
  date: 'string',
  datetime: 'string',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
};

/** `ofText` is the test for a cell with that text. */
export function jsonTypeTest({ type, min, max }: ConditionFields, ofText: CellTest): CellTest {
  const kind = type === null ? null : KINDS[type];
  const numbers = numberTest(type, min?.kind === 'number' ? exactOf(min.value) : null, max?.kind === 'number' ? exactOf(max.value) : null);
  const takesNumbers = kind === 'number' || (kind === null && (min ?? max)?.kind === 'number');
  return (cells, name) => {
    const found = (cells as PointedCells).kind(name);
    if (kind !== null && found !== kind) return false;
    if (found === 'number') return takesNumbers && numbers(cells, name);
    return kind === null ? found === 'string' && ofText(cells, name) : ofText(cells, name);
  };
}

type ExactBound = ReturnType<typeof exactOf> | null;

function numberTest(type: CellType | null, min: ExactBound, max: ExactBound): CellTest {
  if (type === 'number' && min === null && max === null) return () => true;
  return (cells, name) => {
    const number = readExact(cells.text(name) as string);
    if (type === 'integer' && !isWhole(number)) return false;
    return (min === null || compareExact(min, number) <= 0) && (max === null || compareExact(number, max) <= 0);
  };
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Texts are compared as they are, numbers by their value. */
export function jsonOneOfTest(texts: readonly string[]): CellTest {
  const known = new Set(texts);
  const numbers = new Set(texts.filter((text) => NUMBER.test(text)).map((text) => exactNumber(new Digits(text))));
  return (cells, name) => {
    const text = cells.text(name) as string;
    return (cells as PointedCells).kind(name) === 'number' ? numbers.has(text) : known.has(text);
  };
}

export function sizeTest({ min_items, max_items }: ConditionFields): CellTest {
  const [least, most] = [min_items ?? 0, max_items ?? Number.POSITIVE_INFINITY];
  return (cells, name) => {
    const pointed = cells as PointedCells;
    return pointed.kind(name) === 'array' && pointed.size(name) >= least && pointed.size(name) <= most;
  };
}

export function sizeWords({ min_items, max_items }: ConditionFields): string {
  if (min_items !== null && max_items !== null) return `an array of ${min_items} to ${max_items} items`;
  return min_items !== null ? `an array of at least ${min_items} items` : `an array of at most ${max_items} items`;
}
