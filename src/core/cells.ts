/**
 * What can be asked of a block of cells (`CellBlock`): the text of a cell, a row, the line of a row.
 *
 *     rowCells(block, 0)      ['id', null, 'a "b"']
 */

import { decodeUtf8 } from './bytes/utf8.ts';
import { ByteWriter } from './bytes/writer.ts';
import type { CellBlock, Row } from './parsed.ts';

const LINE_FEED = 0x0a;

/** The number of cells of the block before this row. */
export function firstCell({ rowEnds }: CellBlock, row: number): number {
  return row === 0 ? 0 : (rowEnds[row - 1] as number);
}

/** Null for an empty cell. The text may share memory with the whole block: one that is kept should be copied (`keptText`). */
export function cellText(block: CellBlock, cell: number): string | null {
  const { bytes, starts, ends } = block;
  const start = starts[cell] as number;
  const end = ends[cell] as number;
  if (start >= end) return null;
  const whole = isAscii(bytes, start, end) ? block.latin1() : null;
  return whole === null ? decodeUtf8(bytes.subarray(start, end)) : whole.slice(start, end);
}

/** The same, in memory of its own. */
export function keptText({ bytes, starts, ends }: CellBlock, cell: number): string | null {
  const start = starts[cell] as number;
  const end = ends[cell] as number;
  return start >= end ? null : decodeUtf8(bytes.subarray(start, end));
}

export function rowCells(block: CellBlock, row: number): Row {
  const first = firstCell(block, row);
  const count = (block.rowEnds[row] as number) - first;
  const cells: (string | null)[] = [];
  for (let i = 0; i < count; i++) cells.push(cellText(block, first + i));
  return cells;
}

/** The line of the file where the row begins. It differs from the number of the row if cells before it have several lines. */
export function lineOfRow(block: CellBlock, row: number): number {
  const { bytes, starts, ends } = block;
  let line = block.line + row;
  const end = firstCell(block, row);
  for (let cell = 0; cell < end; cell++) {
    const stop = ends[cell] as number;
    for (let at = starts[cell] as number; at < stop; at++) if (bytes[at] === LINE_FEED) line++;
  }
  return line;
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((bytes[at] as number) > 0x7f) return false;
  return true;
}

/** The rows of a grid that has no blocks of its own. `line` is the number of the first row, which is its line too. */
export function packRows(rows: readonly Row[], line: number): CellBlock {
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  const [starts, ends, rowEnds] = [new Int32Array(cells), new Int32Array(cells), new Int32Array(rows.length)];
  const out = new ByteWriter(16 * cells);
  let cell = 0;
  rows.forEach((row, index) => {
    for (const text of row) {
      starts[cell] = out.length;
      if (text !== null) out.text(text);
      ends[cell++] = out.length;
    }
    rowEnds[index] = cell;
  });
  return { bytes: out.bytes, starts, ends, rowEnds, rows: rows.length, line, latin1: () => null };
}
