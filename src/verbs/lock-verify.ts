/**
 * `lock verify`: the lockfile against itself and, with a root, against the files. The self-hash comes first, then the root (L9): a wrong
 * root never hides a tampered lock.
 *
 *     verifyLockfile({ name: 'dec.lock.json', source: '/data/dec.lock.json', open, strict: false, root: null })
 */
import { version } from '#io/version';
import type { MembersReport, VerifyReport } from '#lock/report';
import type { JudgedLock } from '#lock/verify';
import { requireFolder } from './require-folder.ts';
import { type MemberCheck, sizeOfMembers, verifyMembers } from './verify-members.ts';
import { openVerifyPool, type VerifyPool } from './verify-pool.ts';
import type { Watch } from './watch.ts';

export interface LockfileCheck {
  /** As the report names it. */
  readonly name: string;
  /** Where it lies, or its bytes. */
  readonly source: string | Uint8Array;
  readonly open: () => JudgedLock;
  readonly strict: boolean;
  readonly root: RootCheck | null;
}

export interface RootCheck extends Pick<MemberCheck, 'only' | 'closed'> {
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
    return reportOn(check, lock, lock.lockHash.valid ? judgeMembers(lock, root, pool) : null);
  } finally {
    pool.close();
  }
}

function judgeMembers(lock: JudgedLock, { given, path, only, closed, watch }: RootCheck, pool: VerifyPool): MembersReport {
  requireFolder(given, path);
  const progress = watch?.(lock.members.count, () => sizeOfMembers(lock, only));
  try {
    return verifyMembers(lock, { root: path, only, closed, pool, onMember: () => progress?.advance(1) });
  } finally {
    progress?.done();
  }
}

function reportOn({ name, strict }: LockfileCheck, { lockHash }: JudgedLock, members: MembersReport | null): VerifyReport {
  return { lockfile: name, lockHash, members, strict, toolVersion: version };
}
