/** Compares the members of a lock with the files under a root, and judges the results. */
import { type Glob, isSelected } from '#core/glob/glob';
import { withSeparator } from '#disk/path/below';
import { LinkFinder } from '#disk/path/link-finder';
import { RegularNames } from '#disk/walk/known-regular';
import { nfcTwin } from '#disk/walk/unicode-twin';
import type { FileQuestion } from '#hashing/hash-file';
import type { HashPool } from '#hashing/pool';
import { proveMembers } from '#hashing/prove-members';
import type { EntryTable } from '../entry-table.ts';
import { hasHex, MemberFacts, type PinnedMember } from '../member.ts';
import type { Hint, MembersReport } from '../report.ts';
import type { Sample } from '../sample.ts';
import { type JudgedLock, judgeMember, type MemberTally, newTally } from '../verify.ts';
import { findExtras, type OwnFile } from './find-extras.ts';
import { movedHints, placeIfAllMissing, rootHints } from './hints.ts';

export interface MemberCheck {
  /** An absolute path. */
  readonly root: string;
  /** The real path of the root if links must not lead out of it, or null. */
  readonly confine: string | null;
  /** Only members that match one of these globs are checked. An empty list means all members. */
  readonly only: readonly Glob[];
  /** If true, files that the lock does not list are failures. */
  readonly closed: boolean;
  /** If false, a link does not count as a regular file, neither as a member nor as a folder in its path. */
  readonly follow: boolean;
  /** The lockfile itself: it may be in the folder that it describes. */
  readonly lockfile: OwnFile | null;
  /** Only these members are checked, although `only` selects more; absent for all. */
  readonly sample?: Sample | undefined;
  /** The part of the members and files that is judged; absent for all. */
  readonly shard?: ShardMembers | undefined;
  readonly onMember?: () => void;
}

export interface ShardMembers {
  readonly keeps: (path: string) => boolean;
  /** The numbers of its members. */
  readonly own: Uint32Array;
}

export function membersOfShard({ members }: JudgedLock, keeps: (path: string) => boolean): ShardMembers {
  const own = new Uint32Array(members.count);
  let count = 0;
  for (let index = 0; index < members.count; index++) if (keeps(members.path(index))) own[count++] = index;
  return { keeps, own: own.slice(0, count) };
}

export function verifyMembers(lock: JudgedLock, pool: HashPool, check: MemberCheck): MembersReport {
  const { members } = lock;
  const tally = newTally(members);
  const hints: Hint[] = [];
  const facts = new MemberFacts();
  const questionOf = memberQuestions(check);
  const own = check.shard?.own ?? check.sample?.chosen ?? null;
  const isAll = own === null && check.only.length === 0;
  const isListed = check.confine === null && isAll ? regularByListing(members, withSeparator(check.root)) : () => false;
  const count = own?.length ?? members.count;
  let notSelected = 0;
  let next = 0;
  proveMembers<PinnedMember>(pool, {
    next() {
      while (next < count) {
        const index = own === null ? next : (own[next] as number);
        next++;
        const item = facts.pinned(members, index);
        if (isSelected(check.only, item.path)) return { item, question: questionOf(item, isListed(item.path, index)) };
        notSelected++;
      }
      return undefined;
    },
    isExpected: hasHex,
    changed: CHANGED_WHILE_READ,
    deliver(member, found) {
      if (found.kind === 'proven') tally.verified++;
      else judgeMember(tally, facts.of(members.entry(member.index)), found, member.index);
      if (found.kind === 'missing') hints.push(...hintsFor(check.root, member.path));
      check.onMember?.();
    },
  });
  return finishReport(lock, check, { tally, hints, notSelected });
}

export const CHANGED_WHILE_READ = 'changed while it was read';

/** The question about the file of a member; null where it is behind a link and links are not followed. */
export function memberQuestions({
  root,
  confine,
  follow,
}: MemberCheck): (member: PinnedMember, isKnownRegular?: boolean) => FileQuestion | null {
  const folder = withSeparator(root);
  const links = follow ? null : new LinkFinder(folder);
  return function questionOf({ path, size, algorithm }, isKnownRegular = false) {
    if (links?.isOnTheWayTo(path)) return null;
    return {
      path: folder + path,
      algorithm,
      expectedSize: Number(size),
      isKnownRegular,
      confine,
      copy: undefined,
      version: undefined,
    };
  };
}

/** A folder is listed only if at least this many members follow each other in it: it may also contain a million other files. */
const MANY = 8;

/** Lists a folder once for many members, to learn which of them are regular files. */
function regularByListing(members: EntryTable, root: string): (path: string, index: number) => boolean {
  const names = new RegularNames(root);
  let folder: string | undefined;
  let isListed = false;
  return (path, index) => {
    const here = folderOf(path);
    if (here !== folder) {
      folder = here;
      isListed = names.isListed(here) || (index + MANY < members.count && folderOf(members.path(index + MANY)) === here);
    }
    return isListed && names.has(here, path.slice(here.length));
  };
}

/** With its slash; empty at the top. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

export interface JudgedMembers {
  readonly tally: MemberTally;
  readonly hints: Hint[];
  readonly notSelected: number;
}

/** What follows when every member is judged: files that the lock does not list, and hints. */
export function finishReport(lock: JudgedLock, check: MemberCheck, { tally, hints, notSelected }: JudgedMembers): MembersReport {
  const { root, only, confine, follow, lockfile, shard, sample } = check;
  if (check.closed) findExtras(lock, { root, only, follow, lockfile, confine, tally, keeps: shard?.keeps });
  if (tally.failures.count > 0 && shard === undefined) {
    hints.push(...rootHints(root, lock.members, tally));
    if (tally.extras > 0) hints.push(...movedHints(withSeparator(root), tally.failures, confine));
  }
  return {
    ...tally,
    root,
    ...leftOutBy(lock, only, sample, notSelected),
    hints,
    ...(shard === undefined ? {} : { elsewhere: placeIfAllMissing(root, lock.members, tally) }),
  };
}

/** How many members were not to be checked; null if all were. */
export function leftOutBy(
  { members }: JudgedLock,
  only: readonly Glob[],
  sample: Sample | undefined,
  notSelected: number,
): Pick<MembersReport, 'notSelected' | 'sample'> {
  if (sample !== undefined) return { notSelected: members.count - sample.chosen.length, sample: { ...sample, members } };
  return { notSelected: only.length > 0 ? notSelected : null };
}

/** For larger locks the sum is not computed: it would delay the start. */
const MAX_SUMMED = 200_000;

/** The sum of the pinned sizes of the members that `only` selects, or null if the lock has too many members to add up quickly. */
export function sizeOfMembers({ members }: JudgedLock, only: readonly Glob[], own?: Uint32Array): number | null {
  const count = own?.length ?? members.count;
  if (count > MAX_SUMMED) return null;
  const facts = new MemberFacts();
  let bytes = 0;
  for (let index = 0; index < count; index++) {
    const { path, size } = facts.pinned(members, own?.[index] ?? index);
    if (isSelected(only, path)) bytes += Number(size);
  }
  return bytes;
}

export function hintsFor(root: string, path: string): Hint[] {
  const found = nfcTwin(root, path);
  if (found === null) return [];
  return [{ path, found, message: `a name that differs only in Unicode normalisation is there: ${found}` }];
}
