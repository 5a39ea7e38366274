/**
 * Files with their hashes as a table over some bytes, such as those of a manifest: a row tells where in them the path, the hash and the version
 * of a file stand. Of 20,000 files no string is made, and no object.
 *
 *     rowPath(rows, 0)      'dec/tape.csv'
 */
import { decodeUtf8 } from './bytes/utf8.ts';

export interface FileRows {
  readonly bytes: Uint8Array;
  /** The same as text, where each character is one byte; else null. */
  readonly text: string | null;
  readonly count: number;
  /** In each row they ascend: version, hash, path. */
  readonly cells: Int32Array;
}

export const VERSION_START = 0;
/** Zero of a file that is no document. */
export const VERSION_END = 1;
/** SHA-256 in 64 digits. */
export const HASH_START = 2;
export const PATH_START = 3;
export const PATH_END = 4;
export const ROW_CELLS = 5;

export const HASH_LENGTH = 64;

export function rowPath(rows: FileRows, row: number): string {
  const at = row * ROW_CELLS;
  return textBetween(rows, rows.cells[at + PATH_START] as number, rows.cells[at + PATH_END] as number);
}

export function rowHash(rows: FileRows, row: number): string {
  const start = rows.cells[row * ROW_CELLS + HASH_START] as number;
  return textBetween(rows, start, start + HASH_LENGTH);
}

/** Null of a file that is no document. */
export function rowVersion(rows: FileRows, row: number): string | null {
  const at = row * ROW_CELLS;
  return isDocumentRow(rows, row)
    ? textBetween(rows, rows.cells[at + VERSION_START] as number, rows.cells[at + VERSION_END] as number)
    : null;
}

export function isDocumentRow({ cells }: FileRows, row: number): boolean {
  return cells[row * ROW_CELLS + VERSION_END] !== 0;
}

function textBetween({ bytes, text }: FileRows, start: number, end: number): string {
  return text === null ? decodeUtf8(bytes.subarray(start, end)) : text.slice(start, end);
}
