/** Has the members of a lock proven by the files under a root, and judges what was found. */
import { type Glob, isSelected } from '#core/glob/glob';
import { withSeparator } from '#disk/path/below';
import { LinkFinder } from '#disk/path/link-finder';
import { RegularNames } from '#disk/walk/known-regular';
import { nfcTwin } from '#disk/walk/unicode-twin';
import type { HashPool } from '#hashing/pool';
import { type MemberRow, proveMembers } from '#hashing/prove-members';
import type { EntryTable } from '../entry-table.ts';
import { hasHex, MemberFacts, type PinnedMember } from '../member.ts';
import type { Hint, MembersReport } from '../report.ts';
import { type JudgedLock, judgeMember, newTally } from '../verify.ts';
import { findExtras } from './find-extras.ts';
import { movedHints, rootHints } from './hints.ts';

export interface MemberCheck {
  /** Absolute. */
  readonly root: string;
  /** The real path of the root, where links must not leave it. */
  readonly confine: string | null;
  /** Only members that one of these matches; none means all. */
  readonly only: readonly Glob[];
  /** Files that the lock does not name are failures. */
  readonly closed: boolean;
  /** False: a link is no regular file, neither as a member nor on the way to one. */
  readonly follow: boolean;
  /** Which file the lock itself is: it may lie in the folder that it describes. */
  readonly lockfile: string | null;
  readonly onMember?: () => void;
}

export function verifyMembers(lock: JudgedLock, pool: HashPool, check: MemberCheck): MembersReport {
  const { members } = lock;
  const { confine, root } = check;
  const tally = newTally();
  const hints: Hint[] = [];
  const facts = new MemberFacts();
  const folder = withSeparator(root);
  const isListed = confine === null ? regularByListing(members, folder) : () => false;
  const links = check.follow ? null : new LinkFinder(folder);
  let notSelected = 0;
  let index = 0;
  const rowOf = ({ path, size, algorithm }: PinnedMember): MemberRow | null => {
    if (links?.isOnTheWayTo(path)) return null;
    return { path: folder + path, algorithm, size: Number(size), isListed: isListed(path, index), confine };
  };
  proveMembers<PinnedMember>(pool, {
    next() {
      for (; index < members.count; index++) {
        const item = facts.pinned(members.entry(index));
        if (!isSelected(check.only, item.path)) notSelected++;
        else {
          const row = rowOf(item);
          index++;
          return { item, row };
        }
      }
      return undefined;
    },
    isExpected: hasHex,
    changed: 'changed while it was read',
    deliver(member, found) {
      if (found.kind === 'proven') tally.verified++;
      else judgeMember(tally, facts.of(member.entry), found);
      if (found.kind === 'missing') hints.push(...hintsFor(root, member.path));
      check.onMember?.();
    },
  });
  if (check.closed) findExtras(lock, { root, only: check.only, follow: check.follow, lockfile: check.lockfile, confine, tally });
  if (tally.failures.count > 0) {
    hints.push(...rootHints(root, members, tally));
    if (tally.extras > 0) hints.push(...movedHints(folder, tally.failures, confine));
  }
  return { ...tally, root, notSelected: check.only.length > 0 ? notSelected : null, hints };
}

/** Of so many members or less it is known at once. */
const MOST_TO_SUM = 200_000;

/** Of those that one of `only` matches, as they are pinned; null where there are too many to add up. */
export function sizeOfMembers({ members }: JudgedLock, only: readonly Glob[]): number | null {
  if (members.count > MOST_TO_SUM) return null;
  const facts = new MemberFacts();
  let bytes = 0;
  for (let index = 0; index < members.count; index++) {
    const { path, size } = facts.pinned(members.entry(index));
    if (isSelected(only, path)) bytes += Number(size);
  }
  return bytes;
}

/** Folders with fewer members in a row are not listed for them: they may hold a million others. */
const MANY = 8;

/** Whether a member's folder, listed once for many members, says that it is a regular file. */
function regularByListing(members: EntryTable, root: string): (path: string, index: number) => boolean {
  const names = new RegularNames(root);
  let folder: string | undefined;
  let isListed = false;
  return (path, index) => {
    const here = path.slice(0, path.lastIndexOf('/') + 1);
    if (here !== folder) {
      folder = here;
      isListed = names.isListed(here) || (index + MANY < members.count && members.path(index + MANY).startsWith(here));
    }
    return isListed && names.has(here, path.slice(here.length));
  };
}

function hintsFor(root: string, path: string): Hint[] {
  const found = nfcTwin(root, path);
  if (found === null) return [];
  return [{ path, found, message: `a name that differs only in Unicode normalisation is there: ${found}` }];
}
