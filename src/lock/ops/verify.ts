/**
 * `lock verify`: checks the self-hash of the lockfile and, with a root, the files. The self-hash comes first, then the root (L9), so a
 * wrong root never hides a tampered lock.
 *
 *     verifyLockfile({ name: 'dec.lock.json', source: '/data/dec.lock.json', lock, expect: null, strict: false, root: null })
 */
import { statSync } from 'node:fs';
import { errorCode, mayPass, osText } from '#disk/os-error';
import { exactRealPath } from '#disk/path/real-path';
import { fileIdentity } from '#disk/path/same-file';
import { newHasher } from '#hashing/hashers';
import { type HashPool, openHashPool } from '#hashing/pool';
import type { Watch } from '#hashing/watch';
import { version } from '#installation/paths';
import { type GivenProfile, judgeProfiles } from '../origin/profiles.ts';
import { judgeTools } from '../origin/tools.ts';
import { fieldOf } from '../read.ts';
import { checkedOf, type MembersReport, type VerifyReport } from '../report.ts';
import { drawSample, type SampleQuestion } from '../sample.ts';
import type { JudgedLock } from '../verify.ts';
import { noMatch, rootNotFound } from '../verify-refusals.ts';
import type { OwnFile } from './find-extras.ts';
import { type MemberCheck, membersOfShard, sizeOfMembers, verifyMembers } from './verify-members.ts';

export interface LockfileCheck {
  /** The name of the lockfile in the report. */
  readonly name: string;
  /** The path of the lockfile, or its bytes. */
  readonly source: string | Uint8Array;
  readonly lock: JudgedLock;
  /** The id that the lock must have (M4), or null. */
  readonly expect: string | null;
  readonly strict: boolean;
  readonly root: OpenRoot | null;
  /** Reads the profile documents that were given. It is called only for the lock that is meant. */
  readonly profiles?: (() => readonly GivenProfile[]) | undefined;
  /** True if `tool_versions` is compared with this installation. */
  readonly tools?: boolean | undefined;
}

export interface RootCheck extends Pick<MemberCheck, 'only' | 'closed' | 'follow'> {
  /** Reads only a sample of the members. */
  readonly sample?: SampleQuestion | undefined;
  /** `given` is the path as it was typed, `path` is the absolute path. */
  readonly given: string;
  readonly path: string;
  readonly confined: boolean;
  readonly threads?: number | undefined;
  readonly watch?: Watch;
  /** Judges only the members and files of one shard. Whether `only` selects anything is known only from all of them. */
  readonly keeps?: ((path: string) => boolean) | undefined;
  /** Judges the members in another way than by reading all of them. */
  readonly judge?: ((lock: JudgedLock, pool: HashPool, check: MemberCheck) => MembersReport) | undefined;
}

/** A lockfile of this size has about 1,500 members. */
const LONG = 1 << 18;

/** A root with the threads that will hash its members. The caller closes the pool. */
export interface OpenRoot extends RootCheck, Pick<MemberCheck, 'confine'> {
  readonly pool: HashPool;
}

/** The caller calls this before it reads the lockfile, so that the threads start while a long lockfile is being read. */
export function openRoot(root: RootCheck, lockfile: string | Uint8Array): OpenRoot {
  const confine = root.confined ? realPathOf(root.path) : null;
  const pool = openHashPool({ threads: root.threads, confine });
  if (lengthOf(lockfile) >= LONG) pool.start();
  return { ...root, confine, pool };
}

export function verifyLockfile(check: LockfileCheck): VerifyReport {
  const { root } = check;
  const members = root !== null && isExpectedLock(check) ? judgeMembers(check, root) : null;
  return reportOn(check, members);
}

/** The files are compared only with the lock that is meant: it is not edited, and it has the expected id. */
export function isExpectedLock({ expect, lock: { lockHash } }: Pick<LockfileCheck, 'expect' | 'lock'>): boolean {
  return lockHash.valid && (expect === null || expect === lockHash.computed);
}

function judgeMembers({ name, source, lock }: LockfileCheck, root: OpenRoot): MembersReport {
  const { given, path, pool, confine, only, closed, follow, watch, keeps, sample: asked, judge = verifyMembers } = root;
  requireFolder(given, path);
  const shard = keeps && membersOfShard(lock, keeps);
  const sample = asked && drawSample(asked, lock.members, only, newHasher);
  const own = shard?.own ?? sample?.chosen;
  const progress = watch?.(own?.length ?? lock.members.count, () => sizeOfMembers(lock, only, own));
  try {
    const lockfile = typeof source === 'string' ? ownFile(source) : null;
    const onMember = (): void => progress?.advance(1);
    const members = judge(lock, pool, { root: path, confine, only, closed, follow, lockfile, shard, sample, onMember });
    if (shard === undefined && only.length > 0 && checkedOf(members) === 0) throw noMatch(name, only, lock.members);
    return members;
  } finally {
    progress?.done();
  }
}

function ownFile(path: string): OwnFile | null {
  const identity = fileIdentity(path);
  return identity === null ? null : { path: realPathOf(path), identity };
}

/** Requires that the root is a folder. `given` is the path as it was typed, `path` is the absolute path. */
export function requireFolder(given: string, path: string): void {
  if (given === '') throw rootNotFound(given, 'No such file or directory');
  try {
    if (!statSync(path).isDirectory()) throw rootNotFound(given, 'Not a directory');
  } catch (error) {
    throw errorCode(error) === undefined ? error : rootNotFound(given, osText(error), mayPass(error));
  }
}

/**
 * If the real path cannot be read, the path itself is used. Then no file is found to be inside it, and nothing is read outside of the root.
 */
function realPathOf(root: string): string {
  try {
    return exactRealPath(root);
  } catch {
    return root;
  }
}

/** Returns 0 if the size cannot be read. Such a lockfile is refused when it is read. */
function lengthOf(lockfile: string | Uint8Array): number {
  if (typeof lockfile !== 'string') return lockfile.length;
  try {
    return statSync(lockfile).size;
  } catch {
    return 0;
  }
}

export function reportOn(check: Omit<LockfileCheck, 'root'>, members: MembersReport | null): VerifyReport {
  const { name, lock, expect, strict } = check;
  const { lockHash, scope } = lock;
  const leftOut = lockHash.valid ? { scope, skipped: lock.text.skipped?.count ?? 0 } : null;
  const report = { lockfile: name, lockHash, leftOut, members, ...originOf(check), strict, toolVersion: version };
  if (expect === null) return report;
  return { ...report, expected: { expected: expect, finding: expect === lockHash.computed ? null : 'UNEXPECTED_ID' } };
}

/** The profiles are part of every report on a lock that names any, the tools only where they were asked for. */
function originOf(check: Omit<LockfileCheck, 'root'>): Pick<VerifyReport, 'profiles' | 'tools'> {
  const { lock, profiles, tools } = check;
  const isMeant = isExpectedLock(check);
  const judged = isMeant ? judgeProfiles(lock.profiles, profiles?.() ?? []) : null;
  return {
    ...(judged !== null || profiles !== undefined ? { profiles: judged } : {}),
    ...(tools === true ? { tools: isMeant ? judgeTools(fieldOf(lock.text, 'tool_versions'), version) : null } : {}),
  };
}
