/** Judges a dataset lock: its own hash, and its members where their folder is given or found. */

import type { JsonValue } from '#core/json/value';
import { openHashPool } from '#hashing/pool';
import { keepsFingerprints } from '#lock/content/keeps-fingerprints';
import { MemberFacts } from '#lock/member';
import { isMemberUrl } from '#lock/ops/member-url';
import { openLock } from '#lock/ops/open';
import { verifyLockfile } from '#lock/ops/verify';
import { fieldOf } from '#lock/read';
import type { JudgedLock } from '#lock/verify';
import type { Described, EvidenceMember, Place } from '../contract.ts';
import { lockVerdict } from '../lock.ts';
import type { Verdict } from '../verdict.ts';
import type { Asked } from './asked.ts';
import { type FoundRoot, findRoot, type SeveralRoots } from './find-root.ts';
import { hashedFile } from './hashed-file.ts';

/** A lockfile of this size has about 1,500 members: the threads start while it is read. */
const LONG = 1 << 18;

export function judge(place: Place, question: Asked): Verdict | Promise<Verdict> {
  const { root: asked, selfOnly, threads, watch, sample } = question;
  if (asked !== null && isMemberUrl(asked.given)) return judgeInStore(place, asked.given, question);
  const pool = openHashPool({ threads });
  try {
    const { lock, digest } = read(place, (size) => !selfOnly && size >= LONG && pool.start());
    const search = selfOnly || !lock.lockHash.valid ? null : rootOf(place, asked, lock);
    const found = search !== null && 'root' in search ? search : null;
    const several = search !== null && 'several' in search ? search.several : [];
    const root = found && {
      given: found.root.path,
      path: found.path,
      confined: false,
      confine: null,
      only: [],
      closed: false,
      follow: true,
      sample,
      pool,
      ...(watch === undefined ? {} : { watch }),
    };
    const report = verifyLockfile({ name: place.given, source: place.path, lock, expect: null, strict: false, root });
    return lockVerdict(
      {
        given: place.given,
        digest,
        root: found?.root ?? null,
        several,
        selfOnly,
        members: lock.members.count,
        profiles: profilesIn(lock).length,
        hasFingerprints: keepsFingerprints(lock),
      },
      report,
    );
  } finally {
    pool.close();
  }
}

async function judgeInStore(place: Place, url: string, asked: Asked): Promise<Verdict> {
  const { lock, digest } = read(place);
  const { judgeObjects } = await import('./lock-objects.ts');
  const { report, url: shown } = await judgeObjects(place, lock, url, asked);
  const root = { path: shown, how: 'option' } as const;
  const hasFingerprints = keepsFingerprints(lock);
  const facts = { members: lock.members.count, profiles: profilesIn(lock).length, hasFingerprints };
  return lockVerdict({ given: place.given, digest, root, several: [], selfOnly: false, ...facts }, report);
}

export function describe(place: Place): Described {
  const { lock, digest } = read(place);
  return describeLock(lock, digest);
}

export interface LockContent {
  readonly id: string;
  /** Its own hash is that of its content. */
  readonly isSound: boolean;
  readonly digest: string;
  readonly members: readonly { readonly path: string; readonly hash: string }[];
  /** The paths that were skipped. */
  readonly skipped: readonly string[];
}

/** What a lock says, without looking at a member. Throws `Refusal`. */
export function lockAt(place: Place): LockContent {
  const { lock, digest } = read(place);
  const members = [...describeLock(lock, digest).members].map(({ path, digest: hash }) => ({ path, hash: hash ?? '' }));
  return { id: lock.lockHash.stored, isSound: lock.lockHash.valid, digest, members, skipped: [...lock.skippedPaths.keys()] };
}

export function describeLock(lock: JudgedLock, digest: string | null): Described {
  return {
    id: lock.lockHash.stored,
    digest,
    created: createdOf(lock),
    memberCount: lock.members.count,
    members: {
      *[Symbol.iterator]() {
        const facts = new MemberFacts();
        for (let index = 0; index < lock.members.count; index++) yield memberOf(facts, lock, index);
      },
    },
    named: profilesIn(lock).flatMap(namedProfile),
  };
}

function createdOf({ text }: JudgedLock): string | null {
  const created = fieldOf(text, 'created');
  return typeof created === 'string' ? created : null;
}

function profilesIn({ text }: JudgedLock): readonly JsonValue[] {
  const profiles = fieldOf(text, 'profiles');
  return Array.isArray(profiles) ? profiles : [];
}

/** `loans.v1@sha256:…` */
function namedProfile(profile: JsonValue): readonly EvidenceMember[] {
  const at = typeof profile === 'string' ? profile.lastIndexOf('@') : -1;
  return typeof profile !== 'string' || at < 0 ? [] : [{ path: profile.slice(0, at), digest: profile.slice(at + 1), size: null }];
}

function memberOf(facts: MemberFacts, { members }: JudgedLock, index: number): EvidenceMember {
  const { path, bytesHash, size } = facts.of(members.entry(index));
  return { path, digest: bytesHash, size };
}

function read({ given, path }: Place, onSize: (size: number) => void = () => undefined): { lock: JudgedLock; digest: string } {
  let digest = '';
  const lock = openLock(given, (readLock) => {
    const hashed = hashedFile(path, (source, size) => {
      onSize(size);
      return readLock(source);
    });
    ({ digest } = hashed);
    return hashed.value;
  });
  return { lock, digest };
}

function rootOf(place: Place, asked: Place | null, lock: JudgedLock): FoundRoot | SeveralRoots | null {
  if (asked !== null) return { path: asked.path, root: { path: asked.given, how: 'option' } };
  return findRoot(place, sampleOf(lock));
}

const SAMPLE = 32;

/** Members from all over the lock. */
function sampleOf(lock: JudgedLock): readonly string[] {
  const { count } = lock.members;
  const facts = new MemberFacts();
  return Array.from({ length: Math.min(SAMPLE, count) }, (_, step) => {
    return memberOf(facts, lock, Math.floor((step * count) / Math.min(SAMPLE, count))).path;
  });
}
