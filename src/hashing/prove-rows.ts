/**
 * Files to prove that cross to another thread as rows, together with the bytes they stand in: no more is done for each of them here than to
 * copy a few numbers.
 */
import { type FileRows, HASH_START, PATH_END, ROW_CELLS, VERSION_END, VERSION_START } from '#core/file-rows';
import { PATH_BYTES, QUESTIONS } from './ring-layout.ts';

export interface RowsQuestion {
  /** With a separator at its end. */
  readonly folder: string;
  readonly rows: FileRows;
  readonly from: number;
  readonly to: number;
}

/** Where the rows from `from` on begin in the bytes: with the version of the first, or with its hash. */
export function firstByte({ cells }: FileRows, from: number): number {
  const at = from * ROW_CELLS;
  return cells[at + VERSION_END] === 0 ? (cells[at + HASH_START] as number) : (cells[at + VERSION_START] as number);
}

/** Where those before `to` end: with the path of the last. */
export function lastByte({ cells }: FileRows, to: number): number {
  return cells[(to - 1) * ROW_CELLS + PATH_END] as number;
}

export const MOST_ROWS = QUESTIONS;

/** As many of the first rows as one question has room for: none where even one is too long. */
export function firstQuestion({ folder, rows, from, to }: RowsQuestion): RowsQuestion {
  const room = PATH_BYTES - folder.length * 3;
  let end = Math.min(to, from + MOST_ROWS);
  while (end > from && lastByte(rows, end) - firstByte(rows, from) > room) end--;
  return { folder, rows, from, to: end };
}
