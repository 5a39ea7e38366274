/**
 * Extracts named columns: their names and the rows below the header, in their order or, with `rows: unordered`, in an order that depends only on
 * their values. Numbers of the columns in `decimals` are rounded to that many decimals and written in their shortest form.
 *
 *     { name: loans, type: columns, columns: [Loan ID, Balance], rows: unordered, decimals: { Balance: 2 } }
 *
 * In json and jsonl the columns are pointers, and the cells are JSON, so that "1" differs from 1, and null from a missing member.
 */
import type { JsonObject } from '#core/json/value';
import type { NewHasher } from '#core/ports';
import type { Scope, Verdict } from '../assert/assertion.ts';
import { formatDecimal, type NumberSigns, readNumber, roundDecimal } from '../assert/decimal.ts';
import { findSheet } from '../assert/sheets.ts';
import { TableRows } from '../columns/columns.ts';
import type { NamedCells } from '../columns/named-cells.ts';
import { TreeRows } from '../columns/tree-rows.ts';
import { isTree } from '../formats.ts';
import { BoundedRows } from './bounded-rows.ts';
import type { Extracted, Extraction } from './extract.ts';
import { MAX_UNORDERED, UnorderedRows } from './unordered-rows.ts';

export interface ColumnsExtract {
  readonly sheet: string | null;
  readonly columns: readonly string[];
  readonly rows: 'ordered' | 'unordered';
  readonly decimals: Readonly<Record<string, number>>;
}

export function extractColumns(
  { sheet: name, columns, rows: order, decimals }: ColumnsExtract,
  scope: Scope,
  newHasher: NewHasher,
): Extraction {
  const rows = order === 'unordered' ? new UnorderedRows(newHasher) : new BoundedRows(newHasher);
  const { headerRow, signs } = scope.dialect;
  const places = columns.map((column) => (Object.hasOwn(decimals, column) ? (decimals[column] as number) : null));
  const rounded = (cells: NamedCells, column: number): string | null => roundedText(cells.kept(column), places[column] ?? null, signs);
  if (isTree(scope.format)) {
    const table = new TreeRows(scope.format, columns, (cells) =>
      rows.add(columns.map((_, column) => cells.json(column, rounded(cells, column)))),
    );
    const problem = (): Verdict | null => table.problem() ?? table.absent(() => true);
    return { feed: { value: (value, line) => table.value(value, line) }, result: () => resultOf(columns, rows, problem()) };
  }
  const sheet = findSheet(scope, name);
  if (sheet === undefined) return { result: () => null };
  const table = new TableRows(headerRow, columns, {
    row: (cells) => rows.add(columns.map((_, column) => rounded(cells, column))),
  });
  return {
    feed: { sheet, block: (block, first) => table.block(block, first) },
    result: () => resultOf(columns, rows, table.problem()),
  };
}

/** `places` is the number of decimals, or null. An amount or a percentage is kept as it is: it says more than its number. */
export function roundedText(text: string | null, places: number | null, signs: NumberSigns): string | null {
  const number = text === null || places === null ? null : readNumber(text, signs);
  return number === null || number.look !== 'number' ? text : formatDecimal(roundDecimal(number.value, places as number));
}

function resultOf(columns: readonly string[], rows: BoundedRows | UnorderedRows, problem: Verdict | null): Extracted | null {
  if (problem !== null || rows.count === 0) return null;
  const found = rows.result('rows');
  const values: JsonObject | null = found === null ? null : { columns, ...found };
  return { shown: { ...(values ?? { columns, most_rows: MAX_UNORDERED }), row_count: rows.count }, values };
}
