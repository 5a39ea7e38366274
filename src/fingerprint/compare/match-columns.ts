/**
 * Pairs the columns of two tables by the names in their headers. A column at the same place, with another name and mostly the same values, was
 * renamed.
 *
 *     id,amount   id,total,note     renamed: amount -> total; added: note
 */
import type { Row } from '#core/parsed';
import { isBlank } from '../assert/cells.ts';
import { parseDecimal } from '../assert/decimal.ts';
import { usedCells } from '../builtin/grid-content.ts';
import { longestIncreasing } from './longest-increasing.ts';

export interface ColumnPair {
  readonly name: string;
  /** Its positions, counted from 0. */
  readonly old: number;
  readonly now: number;
  /** Its name before; absent if it is the same. */
  readonly oldName?: string;
  /** True if its place among the others is another one. */
  readonly isMoved?: true;
}

export interface NamedColumn {
  readonly name: string;
  readonly at: number;
}

export interface MatchedColumns {
  readonly pairs: readonly ColumnPair[];
  readonly added: readonly NamedColumn[];
  readonly removed: readonly NamedColumn[];
}

/** The names of a row that can be a header: a text in every cell, each another one, and no number. Otherwise null. */
export function headerNames(row: Row): readonly string[] | null {
  const names = row.slice(0, usedCells(row)).map((cell) => cell ?? '');
  const isHeader =
    names.length > 0 && new Set(names).size === names.length && names.every((name) => !isBlank(name) && parseDecimal(name) === null);
  return isHeader ? names : null;
}

/** `old` and `now` are the first rows below each header. */
export function matchColumns(
  oldNames: readonly string[],
  names: readonly string[],
  rows: { readonly old: readonly Row[]; readonly now: readonly Row[] },
): MatchedColumns {
  const oldAt = new Map(oldNames.map((name, at) => [name, at]));
  const newAt = new Map(names.map((name, at) => [name, at]));
  const lost = new Map(oldNames.flatMap((name, at) => (newAt.has(name) ? [] : [[placeIn(oldNames, at, newAt), { name, at }] as const])));
  const renamed = new Map<number, NamedColumn>();
  names.forEach((name, at) => {
    const before = oldAt.has(name) ? undefined : lost.get(placeIn(names, at, oldAt));
    if (before !== undefined && hasSameValues(rows, before.at, at)) renamed.set(at, before);
  });
  const gone = new Set([...renamed.values()].map(({ at }) => at));
  const pairs = names.flatMap((name, now): readonly ColumnPair[] => {
    const before = renamed.get(now);
    if (before !== undefined) return [{ name, old: before.at, now, oldName: before.name }];
    const old = oldAt.get(name);
    return old === undefined ? [] : [{ name, old, now }];
  });
  const kept = new Set(longestIncreasing(Int32Array.from(pairs, ({ old }) => old)));
  return {
    pairs: pairs.map((pair, i) => (kept.has(i) ? pair : { ...pair, isMoved: true })),
    added: names.flatMap((name, at) => (oldAt.has(name) || renamed.has(at) ? [] : [{ name, at }])),
    removed: oldNames.flatMap((name, at) => (newAt.has(name) || gone.has(at) ? [] : [{ name, at }])),
  };
}

/** The place of a column that only one table has: the last column before it that both have, and how far it is after that. */
function placeIn(names: readonly string[], at: number, inOther: ReadonlyMap<string, number>): string {
  let before = at - 1;
  while (before >= 0 && !inOther.has(names[before] as string)) before--;
  return `${at - before} ${before < 0 ? '' : names[before]}`;
}

/** Whether the first rows of both files have the same values at this place, row by row, and some value at all. */
export function hasEqualValues({ old, now }: { readonly old: readonly Row[]; readonly now: readonly Row[] }, at: number): boolean {
  const isEqual = (a: string | null | undefined, b: string | null | undefined): boolean => a === b || (isBlank(a) && isBlank(b));
  const count = Math.max(old.length, now.length);
  const rows = Array.from({ length: count }, (_, i) => [old[i]?.[at], now[i]?.[at]] as const);
  return rows.some(([before]) => !isBlank(before)) && rows.every(([before, after]) => isEqual(before, after));
}

function hasSameValues({ old, now }: { readonly old: readonly Row[]; readonly now: readonly Row[] }, oldAt: number, at: number): boolean {
  const before = old.map((row) => row[oldAt]).filter((cell) => !isBlank(cell));
  const values = new Set(now.map((row) => row[at]));
  return before.length > 0 && 2 * before.filter((cell) => values.has(cell)).length >= before.length;
}
