/**
 * Assigns an input to each member: sorted by member path in byte order, each path once, and none of them `manifest.json` (pack.md "Member
 * collection", P3).
 *
 *     arrangeMembers([{ path: 'b.csv', source: 'in/b.csv' }, { path: 'a.csv', source: 'a.csv' }])     a.csv, b.csv
 *     arrangeMembers([{ path: 'a', source: 'a' }, { path: 'a/b', source: 'x/a/b' }])                  E_DUPLICATE
 */
import { compareUtf8 } from '#core/bytes/order';
import { isReserved, MANIFEST_NAME } from './document.ts';
import { findPathClash } from './path-clash.ts';
import { duplicateMember, reservedMember } from './refusals.ts';

export interface Candidate {
  /** The path of the member in the pack. */
  readonly path: string;
  /** The input, as it was typed or as it was found below a typed folder. */
  readonly source: string;
}

export function arrangeMembers<T extends Candidate>(candidates: readonly T[]): readonly T[] {
  const members = [...candidates].sort((a, b) => compareUtf8(a.path, b.path));
  requireUnreserved(members);
  for (const [i, { path }] of members.entries()) if (members[i + 1]?.path === path) throw duplicateMember(path, sourcesOf(members, path));
  const clash = findPathClash(members);
  if (clash !== null) throw duplicateMember(clash.file.path, [clash.file.source, clash.below.source]);
  return members;
}

function sourcesOf(members: readonly Candidate[], path: string): string[] {
  return members.filter((member) => member.path === path).map(({ source }) => source);
}

/** A folder with that name would also collide with the manifest. */
function requireUnreserved(members: readonly Candidate[]): void {
  const taken = members.filter(({ path }) => isReserved(path));
  if (taken.length > 0) {
    throw reservedMember(
      MANIFEST_NAME,
      taken.map(({ source }) => source),
    );
  }
}
