/**
 * Finds the member of a lock that a path leads to, also through symbolic and hard links. A report or a lock must never replace a member
 * (M3).
 *
 *     memberAt('/out/link-to-a.csv', { roots: ['/data'], members })   a.csv, if the link leads to /data/a.csv
 */
import { withSeparator } from '#disk/path/below';
import { fileIdentity } from '#disk/path/same-file';
import { statIfThere } from '#disk/path/stat-if-there';
import type { SortedEntries } from '../entries/sorted-entries.ts';
import type { EntryTable } from '../entry-table.ts';
import { MemberFacts } from '../member.ts';

export interface Members {
  /** Absolute paths. */
  readonly roots: readonly string[];
  readonly members: EntryTable;
  /** Findings about members whose size is not the pinned size. */
  readonly failures?: SortedEntries;
}

/**
 * Returns null if the file does not exist or is no member. Only members of the same size are compared, because a lock may have millions.
 */
export function memberAt(path: string, { roots, members, failures }: Members): string | null {
  const found = statIfThere(path);
  const identity = fileIdentity(path);
  if (found === undefined || identity === null) return null;
  const folders = roots.map(withSeparator);
  const isIt = (member: string): boolean => folders.some((folder) => fileIdentity(folder + member) === identity);
  const facts = new MemberFacts();
  for (let index = 0; index < members.count; index++) {
    const member = facts.pinned(members, index);
    if (Number(member.size) === found.size && isIt(member.path)) return member.path;
  }
  const others = (failures?.inOrder() ?? []) as Iterable<{ readonly path: string; readonly actual_size: number | bigint | null }>;
  for (const { path: member, actual_size: size } of others) {
    if (size !== null && Number(size) === found.size && isIt(member)) return member;
  }
  return null;
}
