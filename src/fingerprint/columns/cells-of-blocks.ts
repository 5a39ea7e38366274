/** Finds one cell by its position while blocks are read, or one value of JSON by its pointer. */
import { firstCell, keptText } from '#core/cells';
import type { JsonValue } from '#core/json/value';
import { formatExact } from '#core/json/write';
import type { CellBlock } from '#core/parsed';
import type { Cell } from '../assert/cells.ts';
import { kindOf } from './pointed-cells.ts';
import { type Pointer, valueAt } from './pointers.ts';

export interface WatchedCell {
  block(block: CellBlock, first: number): void;
  value(value: JsonValue): void;
  /** Null if it is empty. */
  text(): string | null;
}

export function watchCell(place: Cell | Pointer): WatchedCell {
  let found: string | null = null;
  return {
    block(block, first) {
      if (!('row' in place)) return;
      const at = place.row - first;
      if (at < 0 || at >= block.rows) return;
      const cell = firstCell(block, at) + place.column;
      found = cell < (block.rowEnds[at] as number) ? keptText(block, cell) : null;
    },
    value(value) {
      if (!('steps' in place)) return;
      const cell = valueAt(value, place.steps);
      found = typeof cell === 'string' ? cell : kindOf(cell) === 'number' ? formatExact(cell as JsonValue) : null;
    },
    text: () => found,
  };
}
