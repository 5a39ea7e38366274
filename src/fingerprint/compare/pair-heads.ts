/**
 * Decides by the heads of two grids which tables and columns are compared with each other, and names sheets and columns that were added, removed,
 * renamed or moved.
 */
import type { Row } from '#core/parsed';
import { cellName } from '../assert/cells.ts';
import type { Candidate } from '../candidate.ts';
import type { GridHead, SheetHead } from './compare-grids.ts';
import { type Differences, excerpt, excerpts } from './differences.ts';
import { longestIncreasing } from './longest-increasing.ts';
import { hasEqualValues, headerNames, type MatchedColumns, matchColumns } from './match-columns.ts';
import type { TablePair } from './pair-tables.ts';
import type { TablePart, TablePlan } from './table-plan.ts';
import { TableView, type ViewOptions } from './table-view.ts';

export interface Heads {
  readonly candidate: Candidate;
  readonly plan: TablePlan;
  readonly heads: { readonly old: GridHead; readonly now: GridHead };
  readonly differences: Differences;
}

/** Every sheet of a workbook, or the only sheet of another file, with that of the same name; or at the same place if neither name is in both. */
export function pairSheets({ candidate, heads: { old, now }, differences }: Heads): readonly TablePair[] {
  const oldNames = old.sheets.map(({ sheet }) => sheet);
  const names = now.sheets.map(({ sheet }) => sheet);
  const isRenamed = (at: number): boolean =>
    at < names.length && at < oldNames.length && !names.includes(oldNames[at] as string) && !oldNames.includes(names[at] as string);
  oldNames.forEach((sheet, at) => {
    if (!names.includes(sheet) && !isRenamed(at))
      differences.add('SHEET_REMOVED', () => ({ at: excerpt(sheet), ...excerpts(sheet, null) }));
  });
  const found = names.map((sheet, at) => (isRenamed(at) ? at : oldNames.indexOf(sheet)));
  const kept = new Set(Array.from(longestIncreasing(Int32Array.from(found.filter((at) => at >= 0)))));
  let index = 0;
  return now.sheets.flatMap((head, at) => {
    const before = old.sheets[found[at] as number];
    const { sheet } = head;
    if (before === undefined) {
      differences.add('SHEET_ADDED', () => ({ at: excerpt(sheet), ...excerpts(null, sheet) }));
      return [];
    }
    if (isRenamed(at)) differences.add('SHEET_RENAMED', () => ({ at: excerpt(sheet), ...excerpts(before.sheet, sheet) }));
    if (!kept.has(index++))
      differences.add('SHEET_MOVED', () => ({
        at: `sheet ${at + 1}`,
        old_at: `sheet ${(found[at] as number) + 1}`,
        ...excerpts(sheet, sheet),
      }));
    return [wholeSheet(before, head, candidate, differences)];
  });
}

function wholeSheet(old: SheetHead, now: SheetHead, { format, dialect }: Candidate, differences: Differences): TablePair {
  const prefix = format === 'xlsx' ? `${excerpt(now.sheet)}!` : '';
  const oldNames = headerNames(old.rows[0] ?? []);
  const names = headerNames(now.rows[0] ?? []);
  const shared = oldNames?.filter((name) => names?.includes(name)).length ?? 0;
  const columns = oldNames !== null && names !== null && shared > 0 ? matchColumns(oldNames, names, rowsBelow(old, now, 1)) : null;
  const common = { from: columns === null ? 1 : 2, to: Number.POSITIVE_INFINITY, places: [], signs: dialect.signs, key: null };
  const view = (sheet: string, which: 'old' | 'now'): TableView =>
    new TableView({
      ...common,
      sheet,
      columns: columns?.pairs.map((pair) => pair[which]) ?? null,
      restFrom: (which === 'old' ? oldNames : names)?.length ?? null,
      isExact: format === 'parquet',
    });
  if (columns !== null) nameColumns(columns, prefix, differences);
  return {
    old: view(old.sheet, 'old'),
    now: view(now.sheet, 'now'),
    names: columns?.pairs.map(({ name }) => name) ?? null,
    key: null,
    isOrdered: true,
    prefix,
  };
}

function nameColumns({ pairs, added, removed }: MatchedColumns, prefix: string, differences: Differences): void {
  const place = (at: number): string => `${prefix}${cellName(at, 1)}`;
  for (const { name, at } of removed) differences.add('COLUMN_REMOVED', () => ({ at: place(at), ...excerpts(name, null) }));
  for (const { name, at } of added) differences.add('COLUMN_ADDED', () => ({ at: place(at), ...excerpts(null, name) }));
  for (const { name, oldName, isMoved, old, now } of pairs) {
    const oldAt = old === now ? {} : { old_at: place(old) };
    if (oldName !== undefined) differences.add('COLUMN_RENAMED', () => ({ at: place(now), ...oldAt, ...excerpts(oldName, name) }));
    if (isMoved === true) differences.add('COLUMN_MOVED', () => ({ at: place(now), ...oldAt, ...excerpts(oldName ?? name, name) }));
  }
}

/** The table that a definition extracts; nothing if one of the files does not have it, which is named. */
export function pairOf(part: TablePart, index: number, { candidate, plan, heads: { old, now }, differences }: Heads): readonly TablePair[] {
  const [oldSheet, sheet] = [headOf(old, index), headOf(now, index)];
  if (oldSheet === undefined || sheet === undefined) {
    const name = excerpt(part.sheet ?? 'the first sheet');
    if (oldSheet !== undefined) differences.add('SHEET_REMOVED', () => ({ at: name, old: name, new: null }));
    if (sheet !== undefined) differences.add('SHEET_ADDED', () => ({ at: name, old: null, new: name }));
    return [];
  }
  const { headerRow } = candidate.dialect;
  const headers = { old: namesIn(oldSheet, headerRow), now: namesIn(sheet, headerRow) };
  const prefix = candidate.format === 'xlsx' ? `${excerpt(sheet.sheet)}!` : '';
  const key = plan.keys.find((_, at) => old.keySheets[at] === oldSheet.sheet && now.keySheets[at] === sheet.sheet)?.columns ?? null;
  const renamed = nameCovered(part.columns ?? [], { headers, rows: rowsBelow(oldSheet, sheet, headerRow), prefix, differences });
  /** Its name in the new file. */
  const nameNow = (name: string): string => renamed.get(name) ?? name;
  const isInBoth = (name: string): boolean => headers.old.includes(name) && headers.now.includes(nameNow(name));
  const isKeyed = key?.every(isInBoth) ?? false;
  const names = part.columns?.filter(isInBoth) ?? null;
  const { range } = part;
  const view = (head: SheetHead, header: readonly string[], { signs }: GridHead): TableView => {
    const place = (name: string): number => header.indexOf(header === headers.now ? nameNow(name) : name);
    const positions = names?.map(place) ?? (range === null ? null : positionsIn(range.fromColumn, range.toColumn));
    const options: ViewOptions = {
      sheet: head.sheet,
      from: range?.from ?? headerRow + 1,
      to: range?.to ?? Number.POSITIVE_INFINITY,
      columns: positions,
      restFrom: null,
      places: names?.map((name) => (Object.hasOwn(part.decimals, name) ? (part.decimals[name] as number) : null)) ?? [],
      signs,
      key: isKeyed ? (key as readonly string[]).map(place) : null,
      isExact: candidate.format === 'parquet',
    };
    return new TableView(options);
  };
  return [
    {
      old: view(oldSheet, headers.old, old),
      now: view(sheet, headers.now, now),
      names: names?.map(nameNow) ?? rangeNames(range, headers.now),
      key: isKeyed ? (key?.map(nameNow) ?? null) : null,
      isOrdered: part.isOrdered,
      prefix,
    },
  ];
}

interface Covered {
  readonly headers: { readonly old: readonly string[]; readonly now: readonly string[] };
  readonly rows: { readonly old: readonly Row[]; readonly now: readonly Row[] };
  readonly prefix: string;
  readonly differences: Differences;
}

/**
 * Names the columns of a definition that were removed, added or renamed, and returns the new names. Renamed is only what is certain: at the place
 * of the old name is a name that was not there before, above the same values. Without the values it is a column removed and another added.
 */
function nameCovered(columns: readonly string[], { headers, rows, prefix, differences }: Covered): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  const named = (name: string) => ({ at: `${prefix}${excerpt(name)}` });
  const add = (name: string): void => differences.add('COLUMN_ADDED', () => ({ ...named(name), ...excerpts(null, name) }));
  for (const name of columns) {
    const [at, isThere] = [headers.old.indexOf(name), headers.now.includes(name)];
    if (at < 0 && isThere) add(name);
    if (at < 0 || isThere) continue;
    const other = headers.now[at] ?? '';
    const isNew = other !== '' && !headers.old.includes(other) && headers.now.indexOf(other, at + 1) < 0;
    if (isNew && hasEqualValues(rows, at)) {
      renamed.set(name, other);
      differences.add('COLUMN_RENAMED', () => ({ ...named(other), ...excerpts(name, other) }));
      continue;
    }
    differences.add('COLUMN_REMOVED', () => ({ ...named(name), ...excerpts(name, null) }));
    if (isNew && !columns.includes(other)) add(other);
  }
  return renamed;
}

function headOf({ sheets, partSheets }: GridHead, index: number): SheetHead | undefined {
  return sheets.find(({ sheet }) => sheet === partSheets[index]);
}

function namesIn({ rows }: SheetHead, headerRow: number): readonly string[] {
  return (rows[headerRow - 1] ?? []).map((cell) => (cell ?? '').trim());
}

function positionsIn(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function rangeNames(range: TablePart['range'], header: readonly string[]): readonly string[] | null {
  return range === null ? null : positionsIn(range.fromColumn, range.toColumn).map((at) => header[at] ?? '');
}

function rowsBelow(old: SheetHead, now: SheetHead, header: number): { readonly old: readonly Row[]; readonly now: readonly Row[] } {
  return { old: old.rows.slice(header), now: now.rows.slice(header) };
}
