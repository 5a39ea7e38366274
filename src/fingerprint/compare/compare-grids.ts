/**
 * Compares two versions of a csv, workbook or Parquet file: their sheets and columns by their heads, then row by row what the content hash
 * covers. At any time one file is read.
 */
import { rowCells } from '#core/cells';
import { isJsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { Format, Grid, Parsed, Row } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import { readNow } from '#core/reused';
import type { BlockFeed, Scope } from '../assert/assertion.ts';
import type { NumberSigns } from '../assert/decimal.ts';
import { findSheet } from '../assert/sheets.ts';
import type { Candidate } from '../candidate.ts';
import { dialectFor } from '../dialect.ts';
import { feedingOf } from '../feeding.ts';
import { type Differences, excerpts } from './differences.ts';
import type { HashSeed } from './keyed-hash.ts';
import { pairOf, pairSheets } from './pair-heads.ts';
import { TableComparison, type TablePair } from './pair-tables.ts';
import { tablePlan } from './table-plan.ts';
import { exactRow } from './table-view.ts';
import type { TwoFiles } from './two-files.ts';

export interface GridContext {
  readonly candidate: Candidate;
  /** The name of the file, without its folder. */
  readonly fileName: string;
  readonly newHasher: NewHasher;
  readonly seed: HashSeed;
  readonly differences: Differences;
}

/** The rows of a sheet up to its header, and some below it. */
export interface SheetHead {
  readonly sheet: string;
  readonly rows: readonly Row[];
}

export interface GridHead {
  readonly sheets: readonly SheetHead[];
  /** The sheets of the parts and of the keys of the plan, in their order. */
  readonly partSheets: readonly (string | undefined)[];
  readonly keySheets: readonly (string | undefined)[];
  readonly schema: JsonValue;
  /** Of the numbers in this file. */
  readonly signs: NumberSigns;
}

const SAMPLE_ROWS = 256;
const SAMPLE_CELLS = 1 << 16;

export async function compareGrids(files: TwoFiles, context: GridContext): Promise<void> {
  const { candidate, differences, seed } = context;
  const plan = tablePlan(candidate);
  const head = (parsed: Parsed): GridHead => readHead(parsed as Grid, context);
  const heads = { old: await files.old.read(head), now: await files.now.read(head) };
  const about = { candidate, plan, heads, differences };
  const pairs: readonly TablePair[] =
    plan.parts === null ? pairSheets(about) : plan.parts.flatMap((part, index) => pairOf(part, index, about));
  if (candidate.source === 'builtin') compareSchemas(heads.old.schema, heads.now.schema, differences);
  const tables = pairs.map((pair) => new TableComparison(pair, differences, seed));
  const feed = (feeds: readonly BlockFeed[]) => (parsed: Parsed) => feedGrid(parsed as Grid, candidate.format, feeds);
  await files.old.read(feed(tables.map((table) => table.hashing('old'))));
  await files.now.read(feed(tables.map((table) => table.hashing('now'))));
  for (const table of tables) table.pairRows();
  await files.old.read(feed(tables.map((table) => table.reading())));
  await files.now.read(feed(tables.map((table) => table.comparing())));
}

function readHead(grid: Grid, { candidate, fileName, newHasher }: GridContext): GridHead {
  const { format } = candidate;
  const { dialect } = dialectFor(grid, candidate.dialect);
  const scope: Scope = { fileName, format, parsed: grid, dialect, bound: new Map() };
  // Binds the sheets that the definition names by a pattern.
  candidate.begin(scope, newHasher);
  const { parts, keys } = tablePlan(candidate);
  return {
    sheets: grid.sheets.map((sheet) => ({ sheet, rows: firstRows(grid, sheet, dialect.headerRow + SAMPLE_ROWS) })),
    partSheets: (parts ?? []).map((part) => findSheet(scope, part.sheet)),
    keySheets: keys.map((key) => findSheet(scope, key.sheet)),
    schema: grid.facts['schema'] ?? null,
    signs: dialect.signs,
  };
}

function firstRows(grid: Grid, sheet: string, most: number): readonly Row[] {
  const rows: Row[] = [];
  let cells = 0;
  const take = (row: Row): boolean => {
    rows.push(row);
    cells += row.length;
    return rows.length < most && cells < SAMPLE_CELLS;
  };
  if (grid.blocks === undefined) {
    for (const row of grid.rows(sheet)) if (!take(row)) break;
    return rows;
  }
  for (const reused of grid.blocks()) {
    const block = readNow(reused);
    for (let row = 0; row < block.rows; row++) if (!take(rowCells(block, row))) return rows;
  }
  return rows;
}

/** Every row is read, also of sheets that nobody wants: a file that has become unreadable is not compared. */
function feedGrid(grid: Grid, format: Format, feeds: readonly BlockFeed[]): void {
  for (const sheet of grid.sheets) {
    const feeding = feedingOf(feeds.filter((feed) => feed.sheet === sheet));
    if (grid.blocks !== undefined) for (const block of grid.blocks()) feeding.block(readNow(block));
    else for (const row of grid.rows(sheet)) feeding.row(format === 'parquet' ? exactRow(row) : row);
    feeding.end();
  }
}

/** parquet: a column of the same name whose type is another one. */
function compareSchemas(old: JsonValue, now: JsonValue, differences: Differences): void {
  const before = new Map(fieldsOf(old));
  for (const [name, type] of fieldsOf(now)) {
    const oldType = before.get(name);
    if (oldType !== undefined && oldType !== type)
      differences.add('COLUMN_RETYPED', () => ({ at: name.toWellFormed(), ...excerpts(oldType, type) }));
  }
}

function fieldsOf(schema: JsonValue): readonly (readonly [string, string])[] {
  if (!Array.isArray(schema)) return [];
  return (schema as readonly JsonValue[]).flatMap((field) =>
    isJsonObject(field) ? [[field['name'] as string, formatSpine(field['type'] ?? null)] as const] : [],
  );
}
