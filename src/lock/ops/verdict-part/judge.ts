/**
 * Judges one shard of a lock: its members and, with `closed`, the files or objects that belong to it.
 *
 *     const part = judgeShard({ name: 'dec.lock.json', source, lock, digest, root: openRoot(…), shard, created });
 *     emitShard(part, write);
 */
import type { Shard } from '#core/shard';
import { newHasher } from '#hashing/hashers';
import { version } from '#installation/paths';
import { keepsFingerprints } from '../../content/keeps-fingerprints.ts';
import type { MembersReport, VerifyReport } from '../../report.ts';
import type { Scheme, VerdictPartHead } from '../../verdict-part/document.ts';
import { emitVerdictPart, shardHead } from '../../verdict-part/write.ts';
import { type JudgedLock, requireUntampered } from '../../verify.ts';
import { type LockfileCheck, type OpenRoot, type RootCheck, verifyLockfile } from '../verify.ts';

export interface ShardCheck extends Pick<LockfileCheck, 'name' | 'source'> {
  readonly lock: JudgedLock;
  /** The SHA-256 of the bytes of the lockfile. */
  readonly digest: string;
  readonly root: Pick<RootCheck, 'given' | 'only' | 'closed' | 'confined' | 'follow'>;
  readonly shard: Shard;
  /** When the question was asked, the same for all shards. */
  readonly created: string;
}

export interface JudgedShard {
  readonly head: VerdictPartHead;
  readonly members: MembersReport;
}

/** The shard of a folder. */
export function judgeShard(check: ShardCheck & { readonly root: OpenRoot & { readonly keeps: (path: string) => boolean } }): JudgedShard {
  return judgedShard(check, verifyLockfile({ ...lockOfShard(check), root: check.root }), 'path-sha256.v0');
}

/** Refuses a lock that does not match its own hash: no part of it can be judged. */
export function lockOfShard({ name, source, lock }: ShardCheck): Omit<LockfileCheck, 'root'> {
  return { name, source, lock: requireUntampered(name, lock), expect: null, strict: false };
}

/** The part that says what was found in a shard of the scheme. Objects are known by the URL that may be shown, and not by what was typed. */
export function judgedShard({ name, lock, digest, root, shard, created }: ShardCheck, report: VerifyReport, scheme: Scheme): JudgedShard {
  const { lockHash, leftOut, members } = report as VerifyReport & { readonly leftOut: object; readonly members: MembersReport };
  const question = {
    created,
    lockfile: name,
    digest,
    lockHash: lockHash.computed,
    memberCount: lock.members.count,
    leftOut,
    profiles: lock.profiles,
    hasFingerprints: keepsFingerprints(lock),
    root: { given: members.isStore === true ? members.root : root.given, path: members.root },
    options: { closed: root.closed, confined: root.confined, follow: root.follow, only: root.only.map(({ text }) => text) },
    scheme,
    shards: shard.count,
    toolVersion: version,
  };
  return { head: shardHead(question, shard.index, members, newHasher), members };
}

export function emitShard({ head, members }: JudgedShard, emit: (bytes: Uint8Array) => void): void {
  emitVerdictPart(head, [members.failures.inOrder(), members.skips.inOrder(), members.hints], newHasher, emit);
}
