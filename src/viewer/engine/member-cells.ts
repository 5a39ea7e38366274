/** Which areas a map of members has: folders are divided while there are not too many areas, and what does not fit is one area together. */
import { type Cell, FAILED, type MemberState, NOT_CHECKED, VERIFIED } from './members.ts';

const MAX_CELLS = 300;
/** How many times the members may be looked at, on average: dividing a deep tree of folders would otherwise take too long. */
const MAX_LOOKS = 20;

interface Columns {
  readonly paths: readonly string[];
  readonly sizes: readonly number[];
  readonly states: readonly MemberState[];
}

interface Group {
  readonly name: string;
  readonly indexes: number[];
  size: number;
  state: MemberState;
}

/** The areas of a folder, the largest first. */
export function cellsOf(columns: Columns): readonly Cell[] {
  let looks = MAX_LOOKS * columns.paths.length;
  let groups = joined(grouped(columns, '', columns.paths.keys()));
  const whole = new Set<Group>();
  for (;;) {
    const folder = largest(groups.filter((group) => group.name.endsWith('/') && !whole.has(group)));
    if (folder === undefined) break;
    looks -= folder.indexes.length;
    const parts = looks < 0 ? null : grouped(columns, folder.name, folder.indexes);
    if (parts === null || groups.length - 1 + parts.length > MAX_CELLS) whole.add(folder);
    else groups = [...groups.filter((group) => group !== folder), ...parts];
  }
  return [...groups]
    .sort((a, b) => b.size - a.size)
    .map(({ name, indexes, size, state }) => ({ name, members: indexes.length, size, state }));
}

/** Joins the smallest areas into one, if there are too many. */
function joined(groups: readonly Group[]): readonly Group[] {
  if (groups.length <= MAX_CELLS) return groups;
  const sorted = groups.toSorted((a, b) => b.size - a.size);
  const rest = sorted.slice(MAX_CELLS - 1);
  const other: Group = { name: `${rest.length} others`, indexes: rest.flatMap(({ indexes }) => indexes), size: 0, state: VERIFIED };
  for (const { size, state } of rest) {
    other.size += size;
    other.state = worse(other.state, state);
  }
  return [...sorted.slice(0, MAX_CELLS - 1), other];
}

function largest(groups: readonly Group[]): Group | undefined {
  return groups.reduce<Group | undefined>((most, group) => (most === undefined || group.size > most.size ? group : most), undefined);
}

/** Unknown sizes count as nothing, and every member as at least one byte, so that it has an area. */
function grouped({ paths, sizes, states }: Columns, folder: string, indexes: Iterable<number>): Group[] {
  const groups = new Map<string, Group>();
  for (const index of indexes) {
    const path = paths[index] as string;
    const slash = path.indexOf('/', folder.length);
    const name = slash < 0 ? path : path.slice(0, slash + 1);
    let group = groups.get(name);
    if (group === undefined) {
      group = { name, indexes: [], size: 0, state: VERIFIED };
      groups.set(name, group);
    }
    group.indexes.push(index);
    group.size += Math.max(1, sizes[index] as number);
    group.state = worse(group.state, states[index] as MemberState);
  }
  return [...groups.values()];
}

function worse(a: MemberState, b: MemberState): MemberState {
  if (a === FAILED || b === FAILED) return FAILED;
  return a === NOT_CHECKED || b === NOT_CHECKED ? NOT_CHECKED : VERIFIED;
}
