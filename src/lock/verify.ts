/**
 * Checks whether a lockfile is untampered, and whether the files it describes still match (lock.md "lock verify", L9, L10).
 *
 *     const read = judgeLockfile(readLock(source), place, newHasher);
 *     if (read.lockHash.valid) …  judgeMember(member, what was found on disk)
 *
 * The caller reads the files; nothing here touches the disk.
 */
import type { Digest } from '#core/digest';
import type { Found } from '#core/found';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { NewHasher } from '#core/ports';
import { parseScope, type Scope } from '#core/scope';
import { LOCK_VERSION } from './document.ts';
import { EntryTable } from './entry-table.ts';
import { FailureTable, type MemberFailure } from './failure-table.ts';
import type { Member } from './member.ts';
import { readProfiles } from './origin/profiles.ts';
import { isPartVersion } from './part/start.ts';
import { computedHash, fieldOf, type LockText } from './read.ts';
import { isAtLeast, noneWeaker, type Strength, type WeakerCounts, type WeakerStrength } from './strength.ts';
import {
  badMember,
  inconsistent,
  type LockfilePlace,
  malformed,
  missingFields,
  partNotLock,
  tampered,
  unsupportedVersion,
} from './verify-refusals.ts';

export interface LockHash {
  readonly stored: string;
  readonly computed: Digest;
  readonly valid: boolean;
}

/** A lockfile with valid fields. Its members may be trusted only if `lockHash.valid` is true. */
export interface JudgedLock {
  readonly lockHash: LockHash;
  readonly members: EntryTable;
  /**
   * The paths that the lock lists as skipped. The value has the bytes of each name as hex if the name is not valid in a path (V5),
   * otherwise null.
   */
  readonly skippedPaths: ReadonlyMap<string, ReadonlySet<string | null>>;
  /** The rules of the scan (M5). Null means the default rules, or that the lock cannot be trusted. */
  readonly scope: Scope | null;
  /** The entries of `profiles`; none if the lock cannot be trusted. */
  readonly profiles: readonly string[];
  readonly text: LockText;
}

const REQUIRED = ['version', 'lock_hash', 'members'];

/** Runs steps 5 to 9 of lock.md, then the checks of L9 for a lock whose self-hash is valid. */
export function judgeLockfile(text: LockText, place: LockfilePlace, newHasher: NewHasher): JudgedLock {
  if (!text.isObject) throw malformed(place, 'expected an object');
  const version = fieldOf(text, 'version');
  // The first line of a part alone.
  if (typeof version === 'string' && isPartVersion(version)) throw partNotLock(place);
  const missing = REQUIRED.filter((name) => !text.fields.has(name) && !(name === 'members' && text.members !== null));
  if (missing.length > 0) throw missingFields(place, missing);
  if (typeof version !== 'string') throw malformed(place, "field 'version' must be a string");
  if (version !== LOCK_VERSION) throw unsupportedVersion(place, version);
  const stored = fieldOf(text, 'lock_hash');
  if (typeof stored !== 'string') throw malformed(place, "field 'lock_hash' must be a string");
  if (text.members === null) throw malformed(place, "field 'members' must be an array");
  if (text.problem !== null) throw badMember(place, text.problem);
  const computed = computedHash(text, newHasher);
  const lockHash = { stored, computed, valid: stored === computed };
  if (lockHash.valid) requireConsistent(text, text.members, place);
  const { members } = text;
  if (!lockHash.valid) return { lockHash, members, skippedPaths: new Map(), scope: null, profiles: [], text };
  const profiles = readProfiles(text, place);
  return { lockHash, members, skippedPaths: skippedPathsOf(text), scope: readScope(text, place), profiles, text };
}

function readScope(text: LockText, place: LockfilePlace): Scope | null {
  const value = fieldOf(text, 'scope');
  if (value === undefined) return null;
  const scope = parseScope(value);
  if (scope === null) throw inconsistent(place, 'scope is not {exclude, follow, include}', { field: 'scope' });
  return scope;
}

/** For callers that trust the content of a lock. `path` is the path as given. */
export function requireUntampered(path: string, lock: JudgedLock): JudgedLock {
  const { stored, computed, valid } = lock.lockHash;
  if (!valid) throw tampered({ path }, stored, computed);
  return lock;
}

function requireConsistent(text: LockText, members: EntryTable, place: LockfilePlace): void {
  requireCount(text, 'member_count', members, place);
  requireCount(text, 'skipped_count', text.skipped, place);
  const duplicate = members.firstDuplicate();
  if (duplicate !== null) {
    throw inconsistent(place, 'duplicate member path', { member_index: duplicate.second, member_path: members.path(duplicate.second) });
  }
  if (!members.isAscending) {
    const index = members.firstDescent();
    throw inconsistent(place, 'members are not sorted by path', { member_index: index, member_path: members.path(index) });
  }
}

function requireCount(text: LockText, name: string, list: EntryTable | null, place: LockfilePlace): void {
  const stated = fieldOf(text, name);
  if (stated === undefined) return;
  const actual = list?.count ?? 0;
  if (stated !== actual) throw inconsistent(place, `${name} differs from what is there`, { field: name, expected: stated, actual });
}

function skippedPathsOf(text: LockText): ReadonlyMap<string, ReadonlySet<string | null>> {
  const paths = new Map<string, Set<string | null>>();
  const { skipped } = text;
  for (let i = 0; skipped !== null && i < skipped.count; i++) {
    const { path, warnings } = skipped.value(i);
    if (typeof path !== 'string') continue;
    const names = paths.get(path) ?? new Set();
    paths.set(path, names.add(nameHexOf(warnings)));
  }
  return paths;
}

function nameHexOf(warnings: JsonValue | undefined): string | null {
  for (const warning of Array.isArray(warnings) ? (warnings as readonly JsonValue[]) : []) {
    const detail = isJsonObject(warning) ? warning['detail'] : undefined;
    const hex = isJsonObject(detail) ? detail['name_hex'] : undefined;
    if (typeof hex === 'string') return hex;
  }
  return null;
}

/** Every member is counted exactly once. Failures and skips are stored as canonical entries, sorted by path. */
export interface MemberTally {
  /** Members that were read. */
  verified: number;
  /** Members that were accepted without being read, because that was asked for. */
  readonly weaker: WeakerCounts;
  /** Failures that concern no member: files that the lock does not pin. */
  extras: number;
  /** Skips that concern no member: folders that could not be listed. */
  unlisted: number;
  readonly failures: FailureTable;
  readonly skips: EntryTable;
}

/** `members` are those of the lock, if the failures of members are given by their numbers. */
export function newTally(members: EntryTable | null = null): MemberTally {
  return { verified: 0, weaker: noneWeaker(), extras: 0, unlisted: 0, failures: new FailureTable(members), skips: new EntryTable() };
}

/** `index` is the number of the member among those that the tally was made for. */
export function judgeMember(tally: MemberTally, member: Member, found: Found, index?: number): void {
  if (found.kind === 'proven') tally.verified++;
  else if (found.kind === 'unreadable') skip(tally, member.path, found.error);
  else if (index !== undefined) tally.failures.addMember(index, failureOf(found));
  else fail(tally, member.path, { ...failureOf(found), expected: member.bytesHash, expected_size: member.size });
}

function failureOf(found: Exclude<Found, { kind: 'proven' | 'unreadable' }>): MemberFailure {
  switch (found.kind) {
    case 'different':
      return { reason: 'HASH_MISMATCH', actual: found.bytesHash, actual_size: found.size };
    case 'missing':
      return { reason: 'MISSING', actual: null, actual_size: null };
    case 'not regular':
      return { reason: 'NOT_REGULAR', actual: null, actual_size: null };
    case 'other size':
      return { reason: 'SIZE_MISMATCH', actual: null, actual_size: found.size };
    default:
      return found satisfies never;
  }
}

/** A member that was checked without reading it. If that is weaker than asked for, it is not checked at all. */
export function judgeUnread(tally: MemberTally, path: string, strength: WeakerStrength, least: Strength): void {
  if (isAtLeast(strength, least)) tally.weaker[strength]++;
  else judgeNotChecked(tally, path, `${strength}, and ${least} was asked for`);
}

/** A member about which nothing is known that would be strong enough. */
export function judgeNotChecked(tally: MemberTally, path: string, detail: string): void {
  tally.skips.appendValue({ path, reason: 'NOT_CHECKED', detail });
}

/** L10 `--closed`: a file that the lock does not list. */
export function judgeExtra(tally: MemberTally, path: string, size: number | null): void {
  tally.extras++;
  fail(tally, path, { reason: 'EXTRA', expected: null, expected_size: null, actual: null, actual_size: size });
}

/** M4 `--closed`: a file at a path that the lock skipped. Its expected content is unknown. */
export function judgeSkippedPresent(tally: MemberTally, path: string, size: number | null): void {
  tally.extras++;
  fail(tally, path, { reason: 'SKIPPED_PRESENT', expected: null, expected_size: null, actual: null, actual_size: size });
}

/** L10 `--closed`: a folder that could not be listed. Its contents are unknown. */
export function judgeUnlisted(tally: MemberTally, path: string, error: string): void {
  tally.unlisted++;
  skip(tally, path, error);
}

function fail(tally: MemberTally, path: string, entry: JsonObject): void {
  tally.failures.addEntry({ ...entry, path });
}

function skip(tally: MemberTally, path: string, detail: string): void {
  tally.skips.appendValue({ path, reason: 'IO_ERROR', detail });
}
