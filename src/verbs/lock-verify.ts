/** Gathers what is on disk under a root and has the lock's members judged against it. */
import { sep } from 'node:path';
import { algorithmOf } from '#core/digest';
import { type Glob, matchesGlob } from '#core/glob';
import { iterate } from '#core/iterate';
import type { Algorithm } from '#core/ports';
import { CHANGED_DURING_READ, type FileQuestion, HASHED, NOT_REGULAR, OUTSIDE, SIZE_DIFFERS } from '#io/hash-file';
import type { Answer, Asked } from '#io/hash-pool';
import { nfcTwin } from '#io/nfc-twin';
import { osTextOfErrno } from '#io/os-error';
import { type Member, MemberFacts } from '#lock/member';
import type { Hint, MembersReport } from '#lock/report';
import { type Found, type JudgedLock, judgeMember, newTally } from '#lock/verify';
import { findExtras } from './find-extras.ts';
import type { VerifyPool } from './verify-pool.ts';

export interface MemberCheck {
  /** Absolute. */
  readonly root: string;
  /** Only members that one of these matches; none means all. */
  readonly only: readonly Glob[];
  /** Files that the lock does not name are failures. */
  readonly closed: boolean;
  readonly pool: VerifyPool;
  readonly onMember?: () => void;
}

const GONE = new Set([-2, -20]);

export function verifyMembers(lock: JudgedLock, check: MemberCheck): MembersReport {
  const tally = newTally();
  const hints: Hint[] = [];
  let notSelected = 0;
  const facts = new MemberFacts();
  const folder = check.root.endsWith(sep) ? check.root : check.root + sep;
  const { confine } = check.pool;
  let next = 0;
  const questions = iterate((): Asked<Member> | undefined => {
    while (next < lock.members.count) {
      const member = facts.of(lock.members.entry(next++));
      if (isSelected(check, member.path)) return { item: member, question: questionFor(folder, member, confine) };
      notSelected++;
    }
    return undefined;
  });
  check.pool.hash(questions, (member, answer) => {
    const found = foundFrom(member, answer as Answer);
    judgeMember(tally, member, found);
    if (found.kind === 'missing') hints.push(...hintsFor(check.root, member.path));
    check.onMember?.();
  });
  if (check.closed) findExtras(lock, { root: check.root, only: check.only, confine, tally });
  return { ...tally, verified: tally.verified, root: check.root, notSelected: check.only.length > 0 ? notSelected : null, hints };
}

function questionFor(folder: string, member: Member, confine: string | null): FileQuestion {
  const algorithm = algorithmOf(member.bytesHash) as Algorithm;
  return { path: folder + member.path, algorithm, expectedSize: Number(member.size), isKnownRegular: false, confine };
}

function isSelected(check: MemberCheck, path: string): boolean {
  return check.only.length === 0 || check.only.some((glob) => matchesGlob(glob, path));
}

function foundFrom(member: Member, answer: Answer): Found {
  switch (answer.status) {
    case HASHED:
      return { kind: 'hashed', bytesHash: `${algorithmOf(member.bytesHash) as Algorithm}:${answer.hex}`, size: answer.size };
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
