/** Which areas a map of members has, and where each lies. */
import type { Members } from './member-states.ts';

export interface Cell {
  /** A path, or a folder with a final slash. */
  readonly name: string;
  readonly members: number;
  readonly size: number;
  /** The worst of its members: failed, then not checked, then verified. */
  readonly state: 0 | 1 | 2;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Placed extends Box {
  readonly cell: Cell;
}

const MOST_CELLS = 300;

interface Group {
  readonly name: string;
  readonly indexes: number[];
  size: number;
  state: 0 | 1 | 2;
}

/** Starts with the whole, and divides the largest folder as long as there are not too many. Largest first. */
export function cellsOf(members: Members): readonly Cell[] {
  let groups = grouped(members, '', [...members.paths.keys()]);
  const final: Group[] = [];
  while (groups.length > 0) {
    groups.sort((a, b) => b.size - a.size);
    const [largest, ...rest] = groups as [Group, ...Group[]];
    const parts = largest.name.endsWith('/') ? grouped(members, largest.name, largest.indexes) : null;
    if (parts === null || final.length + rest.length + parts.length > MOST_CELLS) {
      final.push(largest);
      groups = rest;
    } else groups = [...rest, ...parts];
  }
  return final
    .sort((a, b) => b.size - a.size)
    .slice(0, MOST_CELLS)
    .map(({ name, indexes, size, state }) => ({ name, members: indexes.length, size, state }));
}

/** Unknown sizes count as nothing, and every member as at least one byte, so that it has an area. */
function grouped({ paths, sizes, states }: Members, folder: string, indexes: readonly number[]): Group[] {
  const groups = new Map<string, Group>();
  for (const index of indexes) {
    const path = paths[index] as string;
    const slash = path.indexOf('/', folder.length);
    const name = slash < 0 ? path : path.slice(0, slash + 1);
    const group = groups.get(name) ?? { name, indexes: [], size: 0, state: 0 };
    groups.set(name, group);
    group.indexes.push(index);
    group.size += Math.max(1, sizes[index] as number);
    group.state = worse(group.state, states[index] as 0 | 1 | 2);
  }
  return [...groups.values()];
}

function worse(a: 0 | 1 | 2, b: 0 | 1 | 2): 0 | 1 | 2 {
  if (a === 1 || b === 1) return 1;
  return a === 2 || b === 2 ? 2 : 0;
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
