/** Finds one cell by its position while blocks are read. */
import { firstCell, keptText } from '#core/cells';
import type { CellBlock } from '#core/parsed';
import type { Cell } from '../assert/cells.ts';

export interface WatchedCell {
  block(block: CellBlock, first: number): void;
  /** Null if it is empty. */
  text(): string | null;
}

export function watchCell({ row, column }: Cell): WatchedCell {
  let found: string | null = null;
  return {
    block(block, first) {
      const at = row - first;
      if (at < 0 || at >= block.rows) return;
      const cell = firstCell(block, at) + column;
      found = cell < (block.rowEnds[at] as number) ? keptText(block, cell) : null;
    },
    text: () => found,
  };
}
