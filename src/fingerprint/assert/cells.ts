/**
 * Parses positions in a sheet as spreadsheets write them: columns are letters, rows count from 1.
 *
 *     parseCell('B12')        column 1, row 12
 *     parseRange('A2:F20')    a block          parseRange('A2:F')   from row 2 to the last row       parseRange('A:F')   every row
 *     parseRows('1:20')       rows 1 to 20
 */
import type { Row } from '#core/parsed';

export interface Cell {
  readonly text: string;
  /** Counts from 0. */
  readonly column: number;
  readonly row: number;
}

export interface Range {
  readonly text: string;
  readonly fromColumn: number;
  readonly toColumn: number;
  readonly from: number;
  /** Infinity means: up to the last row of the table. */
  readonly to: number;
}

export interface Rows {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const CELL = /^([A-Za-z]{1,3})([1-9]\d{0,8})$/;
const RANGE = /^([A-Za-z]{1,3})([1-9]\d{0,8})?:([A-Za-z]{1,3})([1-9]\d{0,8})?$/;
const ROWS = /^([1-9]\d{0,8})(?::([1-9]\d{0,8}))?$/;
const COLUMN = /^[A-Za-z]{1,3}$/;

export function parseCell(text: string): Cell | null {
  const match = CELL.exec(text);
  return match === null ? null : { text: text.toUpperCase(), column: columnNumber(match[1] as string), row: Number(match[2]) };
}

export function parseColumn(text: string): number | null {
  return COLUMN.test(text) ? columnNumber(text) : null;
}

/** Returns null also if the second corner is before the first one, or if there is an end row without a start row. */
export function parseRange(text: string): Range | null {
  const only = parseCell(text);
  if (only !== null) return { text: only.text, fromColumn: only.column, toColumn: only.column, from: only.row, to: only.row };
  const match = RANGE.exec(text);
  if (match === null || (match[2] === undefined && match[4] !== undefined)) return null;
  const range: Range = {
    text: text.toUpperCase(),
    fromColumn: columnNumber(match[1] as string),
    toColumn: columnNumber(match[3] as string),
    from: Number(match[2] ?? 1),
    to: Number(match[4] ?? Number.POSITIVE_INFINITY),
  };
  return range.toColumn < range.fromColumn || range.to < range.from ? null : range;
}

export function parseRows(text: string): Rows | null {
  const match = ROWS.exec(text);
  if (match === null) return null;
  const from = Number(match[1]);
  const to = Number(match[2] ?? from);
  return to < from ? null : { text, from, to };
}

export function cellName(column: number, row: number): string {
  let letters = '';
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return `${letters}${row}`;
}

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}

/** True for an absent cell, an empty text, or white space. */
export function isBlank(cell: string | null | undefined): boolean {
  return cell === null || cell === undefined || cell.trim() === '';
}

export function isBlankRow(row: Row): boolean {
  for (let i = 0; i < row.length; i++) if (!isBlank(row[i])) return false;
  return true;
}
