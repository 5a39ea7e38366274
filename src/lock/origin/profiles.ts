/**
 * The profiles that a lock names: the rules under which it was made. An entry has the id of a profile document and the SHA-256 of its bytes:
 *
 *     loans.v1@sha256:9f2a…
 *
 * Every entry of the lock is verified, failed or not checked, and so is every file that was given (C7).
 */
import { compareUtf8 } from '#core/bytes/order';
import type { JsonObject, JsonValue } from '#core/json/value';
import { fieldOf, type LockText } from '../read.ts';
import { inconsistent, type LockfilePlace } from '../verify-refusals.ts';

/** A profile document that was read. */
export interface GivenProfile {
  readonly id: string;
  readonly digest: string;
  /** The path as it was typed. */
  readonly file: string;
}

/** The entries for `profiles`, deduplicated and in byte order. */
export function profileEntries(profiles: readonly Pick<GivenProfile, 'id' | 'digest'>[]): readonly string[] {
  return [...new Set(profiles.map(({ id, digest }) => `${id}@${digest}`))].sort(compareUtf8);
}

/** The entries of a lock whose self-hash is valid. */
export function readProfiles(text: LockText, place: LockfilePlace): readonly string[] {
  const value = fieldOf(text, 'profiles') ?? [];
  if (!Array.isArray(value) || value.some((entry: JsonValue) => typeof entry !== 'string'))
    throw inconsistent(place, 'profiles is not a list of texts', { field: 'profiles' });
  return [...new Set(value as readonly string[])].sort(compareUtf8);
}

export interface ProfileFailure extends JsonObject {
  /** `NOT_IN_LOCK`: the lock names no profile with this id, or names it with other bytes that another file has. */
  readonly reason: 'HASH_MISMATCH' | 'NOT_IN_LOCK';
  readonly profile: string;
  readonly file: string;
  readonly expected: string | null;
  readonly actual: string;
}

export interface UncheckedProfile extends JsonObject {
  /** The entry as the lock has it. */
  readonly profile: string;
  /** `NO_HASH`: the entry is an id alone, so that no file can prove it. */
  readonly reason: 'NO_FILE' | 'NO_HASH';
}

export interface ProfilesReport {
  readonly verified: number;
  readonly failures: readonly ProfileFailure[];
  readonly notChecked: readonly UncheckedProfile[];
}

/** Null if there is nothing to report: the lock names no profile, and no file was given. */
export function judgeProfiles(entries: readonly string[], given: readonly GivenProfile[]): ProfilesReport | null {
  if (entries.length + given.length === 0) return null;
  const files = [...new Map(given.map((file) => [profileEntries([file])[0], file]))];
  const open = entries.filter((entry) => !files.some(([same]) => same === entry));
  const failures: ProfileFailure[] = [];
  for (const [same, { id, digest, file }] of files) {
    if (entries.includes(same as string)) continue;
    const at = open.findIndex((entry) => parseEntry(entry)?.id === id);
    const expected = at < 0 ? null : (parseEntry(open.splice(at, 1)[0] as string)?.digest ?? null);
    failures.push({ reason: expected === null ? 'NOT_IN_LOCK' : 'HASH_MISMATCH', profile: id, file, expected, actual: digest });
  }
  const failed = failures.filter(({ reason }) => reason === 'HASH_MISMATCH').length;
  return {
    verified: entries.length - open.length - failed,
    failures: failures.sort((a, b) => compareUtf8(a.profile, b.profile)),
    notChecked: open.map((profile) => ({ profile, reason: parseEntry(profile) === null ? 'NO_HASH' : 'NO_FILE' })),
  };
}

export function profilesDocument({ verified, failures, notChecked }: ProfilesReport): JsonObject {
  return { checked: verified + failures.length, failed: failures.length, failures, not_checked: notChecked, verified };
}

/** An id may have any characters, so the last `@` counts. Null for an id alone, as other programs may write. */
function parseEntry(entry: string): { readonly id: string; readonly digest: string } | null {
  const parts = /^([^]+)@(sha256:[0-9a-f]{64})$/.exec(entry);
  return parts === null ? null : { id: parts[1] as string, digest: parts[2] as string };
}
