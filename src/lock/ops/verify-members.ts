/** Gathers what is on disk under a root and has the lock's members judged against it. */
import { constants } from 'node:os';
import { type Glob, isSelected } from '#core/glob/glob';
import type { Algorithm } from '#core/ports';
import { osTextOfErrno } from '#disk/os-error';
import { withSeparator } from '#disk/path/below';
import { LinkFinder } from '#disk/path/link-finder';
import { RegularNames } from '#disk/walk/known-regular';
import { nfcTwin } from '#disk/walk/unicode-twin';
import { BUFFER, CHANGED_DURING_READ, FileHasher, type FileQuestion, HASHED, NOT_REGULAR, OUTSIDE, SIZE_DIFFERS } from '#hashing/hash-file';
import type { Answer, NextAsked } from '#hashing/pool';
import type { EntryTable } from '../entry-table.ts';
import { hasHex, MemberFacts, type PinnedMember } from '../member.ts';
import type { Hint, MembersReport } from '../report.ts';
import { type Found, type JudgedLock, judgeMember, newTally } from '../verify.ts';
import { findExtras } from './find-extras.ts';
import { movedHints, rootHints } from './hints.ts';
import type { VerifyPool } from './verify-pool.ts';

export interface MemberCheck {
  /** Absolute. */
  readonly root: string;
  /** Only members that one of these matches; none means all. */
  readonly only: readonly Glob[];
  /** Files that the lock does not name are failures. */
  readonly closed: boolean;
  /** False: a link is no regular file, neither as a member nor on the way to one. */
  readonly follow: boolean;
  /** Which file the lock itself is: it may lie in the folder that it describes. */
  readonly lockfile: string | null;
  readonly pool: VerifyPool;
  readonly onMember?: () => void;
}

/** What the system says where nothing lies; an answer's errno is negative. */
const GONE = new Set([-constants.errno.ENOENT, -constants.errno.ENOTDIR]);

export function verifyMembers(lock: JudgedLock, check: MemberCheck): MembersReport {
  const { members } = lock;
  const { confine } = check.pool;
  const tally = newTally();
  const hints: Hint[] = [];
  const facts = new MemberFacts();
  const folder = withSeparator(check.root);
  const isRegular = confine === null ? regularByListing(members, folder) : () => false;
  const careful = new FileHasher();
  const links = check.follow ? null : new LinkFinder(folder);
  let notSelected = 0;
  let next = 0;
  const nextMember: NextAsked<PinnedMember> = () => {
    while (next < members.count) {
      const index = next++;
      const member = facts.pinned(members.entry(index));
      if (isSelected(check.only, member.path)) {
        if (links?.isOnTheWayTo(member.path)) return { item: member, question: null };
        return { item: member, question: questionFor(folder, member, isRegular(member.path, index), confine) };
      }
      notSelected++;
    }
    return undefined;
  };
  check.pool.hash(nextMember, (member, answer) => {
    if (answer === null) judgeMember(tally, facts.of(member.entry), { kind: 'not regular' });
    else if (answer.status === HASHED && hasHex(member, answer.hex)) tally.verified++;
    else {
      const isSettled = member.size > BUFFER;
      const found = isSettled ? foundFrom(member.algorithm, answer) : lookAgain(careful, questionFor(folder, member, false, confine));
      judgeMember(tally, facts.of(member.entry), found);
      if (found.kind === 'missing') hints.push(...hintsFor(check.root, member.path));
    }
    check.onMember?.();
  });
  if (check.closed)
    findExtras(lock, { root: check.root, only: check.only, follow: check.follow, lockfile: check.lockfile, confine, tally });
  if (tally.failures.count > 0) {
    hints.push(...rootHints(check.root, members, tally));
    if (tally.extras > 0) hints.push(...movedHints(folder, tally.failures, confine));
  }
  return { ...tally, root: check.root, notSelected: check.only.length > 0 ? notSelected : null, hints };
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

function questionFor(folder: string, member: PinnedMember, isKnownRegular: boolean, confine: string | null): FileQuestion {
  return { path: folder + member.path, algorithm: member.algorithm, expectedSize: Number(member.size), isKnownRegular, confine };
}

/** Once more, by its path and with all questions, for a short file that was not found as pinned. */
function lookAgain(hasher: FileHasher, question: FileQuestion): Found {
  const status = hasher.ask(question);
  return foundFrom(question.algorithm, { status, size: hasher.size, errno: hasher.errno, hex: hasher.hex });
}

function foundFrom(algorithm: Algorithm, answer: Answer): Found {
  switch (answer.status) {
    case HASHED:
      return { kind: 'hashed', bytesHash: `${algorithm}:${answer.hex}`, size: answer.size };
    case NOT_REGULAR:
      return { kind: 'not regular' };
    case SIZE_DIFFERS:
      return { kind: 'other size', size: answer.size };
    case CHANGED_DURING_READ:
      return { kind: 'unreadable', error: 'changed while it was read' };
    case OUTSIDE:
      return { kind: 'unreadable', error: 'a link leads out of the root' };
    default:
      return GONE.has(answer.errno) ? { kind: 'missing' } : { kind: 'unreadable', error: osTextOfErrno(answer.errno) };
  }
}

function hintsFor(root: string, path: string): Hint[] {
  const found = nfcTwin(root, path);
  if (found === null) return [];
  return [{ path, found, message: `a name that differs only in Unicode normalisation is there: ${found}` }];
}
