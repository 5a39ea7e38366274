/**
 * Finds the sheet that a name means. In xlsx the name must be exact. csv and parquet have one sheet, called `csv` or `parquet`, `Sheet1`, or the
 * stem of the file name, in any letter case. `$x` is the sheet that `sheet_name_regex` bound to it. Without a name, it is the first sheet.
 */

import { stemOf } from '../formats.ts';
import { shown } from '../shown.ts';
import { gridOf, type Judge, type RowFeed, type Scope, unjudged, type Verdict } from './assertion.ts';

/** Every accepted name, with the sheet it means. */
export function sheetNames(scope: Scope): readonly (readonly [name: string, sheet: string])[] {
  const { sheets } = gridOf(scope);
  if (scope.format === 'xlsx') return sheets.map((sheet) => [sheet, sheet]);
  const [only] = sheets;
  return only === undefined ? [] : [stemOf(scope.fileName), scope.format, 'Sheet1'].map((name) => [name, only]);
}

/** Returns undefined if there is no sheet of that name. */
export function findSheet(scope: Scope, name: string | null): string | undefined {
  if (name === null) return gridOf(scope).sheets[0];
  if (name.startsWith('$')) return scope.bound.get(name) ?? undefined;
  const isSame =
    scope.format === 'xlsx' ? (known: string) => known === name : (known: string) => known.toLowerCase() === name.toLowerCase();
  return sheetNames(scope).find(([known]) => isSame(known))?.[1];
}

export function noSheet(scope: Scope, name: string | null): Verdict {
  const expected = name === null ? 'a sheet' : name.startsWith('$') ? `a sheet bound to ${name}` : `a sheet ${shown(name)}`;
  return unjudged(expected, shownSheets(scope));
}

/** The names of the first sheets. */
export function shownSheets(scope: Scope): string {
  const names = sheetNames(scope).map(([known]) => shown(known));
  return names.length === 0 ? 'none' : names.slice(0, 10).join(', ');
}

/** Feeds the rows of one sheet to `watch` while they are read. */
export function watchSheet(scope: Scope, name: string | null, watch: Omit<RowFeed, 'sheet'> & { readonly verdict: () => Verdict }): Judge {
  const sheet = findSheet(scope, name);
  if (sheet === undefined) return { verdict: () => noSheet(scope, name) };
  const { from, to, row, verdict } = watch;
  return { feed: { sheet, from, to, row }, verdict };
}
