/**
 * Extracts named columns: their names and the rows below the header, in their order or, with `rows: unordered`, in an order that depends only on
 * their values. Numbers of the columns in `decimals` are rounded to that many decimals and written in their shortest form.
 *
 *     { name: loans, type: columns, columns: [Loan ID, Balance], rows: unordered, decimals: { Balance: 2 } }
 */
import type { JsonObject } from '#core/json/value';
import type { Row } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import type { Scope } from '../assert/assertion.ts';
import { formatDecimal, readNumber, roundDecimal } from '../assert/decimal.ts';
import { findSheet } from '../assert/sheets.ts';
import { type NamedCells, TableRows } from '../columns/columns.ts';
import { BoundedRows } from './bounded-rows.ts';
import type { Extraction } from './extract.ts';
import { MOST_UNORDERED, UnorderedRows } from './unordered-rows.ts';

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
  const sheet = findSheet(scope, name);
  if (sheet === undefined) return { result: () => null };
  const rows = order === 'unordered' ? new UnorderedRows(newHasher) : new BoundedRows(newHasher);
  const { headerRow, signs } = scope.dialect;
  const places = columns.map((column) => decimals[column] ?? null);
  const cellOf = (cells: NamedCells, column: number): string | null => {
    const text = cells.kept(column);
    const rounded = places[column];
    const number = text === null || rounded === null || rounded === undefined ? null : readNumber(text, signs);
    // An amount or a percentage says more than its number.
    return number === null || number.look !== 'number' ? text : formatDecimal(roundDecimal(number.value, rounded as number));
  };
  const table = new TableRows(headerRow, columns, {
    row(cells) {
      const row: Row = columns.map((_, column) => cellOf(cells, column));
      rows.add(row);
    },
  });
  return {
    feed: { sheet, block: (block, first) => table.block(block, first) },
    result() {
      if (table.problem() !== null || rows.count === 0) return null;
      const found = rows.result('rows');
      const values: JsonObject | null = found === null ? null : { columns, ...found };
      return { shown: { ...(values ?? { columns, most_rows: MOST_UNORDERED }), row_count: rows.count }, values };
    },
  };
}
