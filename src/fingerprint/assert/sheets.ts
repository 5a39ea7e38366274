/**
 * Which sheet a name means. In xlsx the name itself, exactly; csv and parquet have one sheet, which is known as `csv` or `parquet`, as
 * `Sheet1`, and by the stem of the file's name, in any case. `$x` is the sheet that `sheet_name_regex` bound to it. No name: the first sheet.
 */

import { stemOf } from '../formats.ts';
import { shown } from '../shown.ts';
import { gridOf, type Judge, missed, type RowFeed, type Scope, type Verdict } from './assertion.ts';

/** The names that the sheets go by, with the sheet each means. */
export function sheetNames(scope: Scope): readonly (readonly [name: string, sheet: string])[] {
  const { sheets } = gridOf(scope);
  if (scope.format === 'xlsx') return sheets.map((sheet) => [sheet, sheet]);
  const [only] = sheets;
  return only === undefined ? [] : [stemOf(scope.fileName), scope.format, 'Sheet1'].map((name) => [name, only]);
}

/** Undefined where there is none of that name. */
export function findSheet(scope: Scope, name: string | null): string | undefined {
  if (name === null) return gridOf(scope).sheets[0];
  if (name.startsWith('$')) return scope.bound.get(name) ?? undefined;
  const isSame =
    scope.format === 'xlsx' ? (known: string) => known === name : (known: string) => known.toLowerCase() === name.toLowerCase();
  return sheetNames(scope).find(([known]) => isSame(known))?.[1];
}

export function noSheet(scope: Scope, name: string | null): Verdict {
  const expected = name === null ? 'a sheet' : name.startsWith('$') ? `a sheet bound to ${name}` : `a sheet ${shown(name)}`;
  const names = sheetNames(scope).map(([known]) => shown(known));
  return missed(expected, names.length === 0 ? 'none' : names.slice(0, 10).join(', '));
}

/** Rows of one sheet, watched while they pass. */
export function watchSheet(scope: Scope, name: string | null, watch: Omit<RowFeed, 'sheet'> & { readonly verdict: () => Verdict }): Judge {
  const sheet = findSheet(scope, name);
  if (sheet === undefined) return { verdict: () => noSheet(scope, name) };
  const { from, to, row, verdict } = watch;
  return { feed: { sheet, from, to, row }, verdict };
}
