/**
 * `lock verify`: the lockfile against itself and, with a root, against the files. The self-hash comes first, then the root (L9): a wrong
 * root never hides a tampered lock.
 *
 *     verifyLockfile({ name: 'dec.lock.json', source: '/data/dec.lock.json', open, expect: null, strict: false, root: null })
 */
import { fileIdentity } from '#disk/path/same-file';
import type { Watch } from '#hashing/watch';
import { version } from '#installation/paths';
import { checkedOf, type MembersReport, type VerifyReport } from '../report.ts';
import type { JudgedLock } from '../verify.ts';
import { noMatch } from '../verify-refusals.ts';
import { requireFolder } from './require-folder.ts';
import { type MemberCheck, sizeOfMembers, verifyMembers } from './verify-members.ts';
import { openVerifyPool, type VerifyPool } from './verify-pool.ts';

export interface LockfileCheck {
  /** As the report names it. */
  readonly name: string;
  /** Where it lies, or its bytes. */
  readonly source: string | Uint8Array;
  readonly open: () => JudgedLock;
  /** The id that the lock must have (M4), or null. */
  readonly expect: string | null;
  readonly strict: boolean;
  readonly root: RootCheck | null;
}

export interface RootCheck extends Pick<MemberCheck, 'only' | 'closed' | 'follow'> {
  /** As it was typed, and where that is. */
  readonly given: string;
  readonly path: string;
  readonly confined: boolean;
  readonly threads?: number | undefined;
  readonly watch?: Watch;
}

export function verifyLockfile(check: LockfileCheck): VerifyReport {
  const { root } = check;
  if (root === null) return reportOn(check, check.open(), null);
  const pool = openVerifyPool({ root: root.path, confined: root.confined, threads: root.threads, lockfile: check.source });
  try {
    const lock = check.open();
    return reportOn(check, lock, isTheOne(check, lock) ? judgeMembers(lock, check, root, pool) : null);
  } finally {
    pool.close();
  }
}

/** Neither an edited lock nor another one than was kept says anything about files. */
function isTheOne({ expect }: LockfileCheck, { lockHash }: JudgedLock): boolean {
  return lockHash.valid && (expect === null || expect === lockHash.computed);
}

function judgeMembers(lock: JudgedLock, { name, source }: LockfileCheck, root: RootCheck, pool: VerifyPool): MembersReport {
  const { given, path, only, closed, follow, watch } = root;
  requireFolder(given, path);
  const progress = watch?.(lock.members.count, () => sizeOfMembers(lock, only));
  try {
    const lockfile = typeof source === 'string' ? fileIdentity(source) : null;
    const members = verifyMembers(lock, { root: path, only, closed, follow, lockfile, pool, onMember: () => progress?.advance(1) });
    if (only.length > 0 && checkedOf(members) === 0) throw noMatch(name, only, lock.members);
    return members;
  } finally {
    progress?.done();
  }
}

function reportOn({ name, expect, strict }: LockfileCheck, lock: JudgedLock, members: MembersReport | null): VerifyReport {
  const { lockHash, scope } = lock;
  const leftOut = lockHash.valid ? { scope, skipped: lock.text.skipped?.count ?? 0 } : null;
  const report = { lockfile: name, lockHash, leftOut, members, strict, toolVersion: version };
  if (expect === null) return report;
  return { ...report, expected: { expected: expect, finding: expect === lockHash.computed ? null : 'UNEXPECTED_ID' } };
}
