/** Where the areas of a map of members lie. */
import type { Cell } from '../../engine/members.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Placed extends Box {
  readonly cell: Cell;
}

/** Halves the list by size, and the box with it along its longer side. */
export function placed(cells: readonly Cell[], box: Box): readonly Placed[] {
  const [first] = cells;
  if (first === undefined) return [];
  if (cells.length === 1) return [{ ...box, cell: first }];
  const whole = sum(cells);
  let count = 0;
  let part = 0;
  while (count < cells.length - 1 && (count === 0 || part + (cells[count] as Cell).size / 2 < whole / 2))
    part += (cells[count++] as Cell).size;
  const share = part / whole;
  const [one, two] = box.width >= box.height ? acrossWidth(box, share) : acrossHeight(box, share);
  return [...placed(cells.slice(0, count), one), ...placed(cells.slice(count), two)];
}

function sum(cells: readonly Cell[]): number {
  return cells.reduce((total, { size }) => total + size, 0);
}

function acrossWidth({ x, y, width, height }: Box, share: number): readonly [Box, Box] {
  const cut = width * share;
  return [
    { x, y, width: cut, height },
    { x: x + cut, y, width: width - cut, height },
  ];
}

function acrossHeight({ x, y, width, height }: Box, share: number): readonly [Box, Box] {
  const cut = height * share;
  return [
    { x, y, width, height: cut },
    { x, y: y + cut, width, height: height - cut },
  ];
}
