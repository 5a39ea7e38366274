/**
 * `lock.v0`: which files, hashes, fingerprints and tool versions made up a delivery, in one self-hashed JSON object.
 *
 *     {"as_of":null,"created":"2026-01-15T10:30:00Z","dataset_id":"dec","lock_hash":"sha256:…","member_count":1,
 *      "members":[{"bytes_hash":"sha256:…","fingerprint":null,"path":"tape.csv","size":847201}],"note":null,"profiles":[],
 *      "skipped":[],"skipped_count":0,"tool_versions":{"hash":"0.1.0","lock":"0.1.0","vacuum":"0.1.0"},"version":"lock.v0"}
 *
 * The bytes are in spine form, without a final newline. Members and skips are sorted by path in byte order. `lock_hash` is SHA-256 over the
 * same bytes with `"lock_hash":""`. A lock may have ten million members, so its bytes are written in pieces and never become one string.
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { Digest } from '#core/digest';
import type { JsonObject, JsonValue } from '#core/json/value';
import { formatSpine, quote } from '#core/json/write';
import type { NewHasher } from '#core/ports';
import type { Scope } from '#core/scope';
import type { EntryTable } from './entry-table.ts';

export const LOCK_VERSION = 'lock.v0';

/** A list of members or skips that can be written: how many there are, and their bytes by path, with commas between them. */
export type EmittedList = Pick<EntryTable, 'count' | 'emitSorted'>;

/** A lock before it is sealed: all of its fields except its own hash. */
export interface Lock extends EmittedLock {
  readonly members: EntryTable;
  readonly skipped: EntryTable;
}

/** A lock as it is written. Its lists need not be in memory. */
export interface EmittedLock {
  readonly datasetId: string | null;
  readonly asOf: string | null;
  readonly note: string | null;
  readonly created: string;
  /** The rules of the scan. Null means the default rules, which are not written. */
  readonly scope: Scope | null;
  readonly toolVersions: Readonly<Record<string, string>>;
  /** `profile_id@sha256:HEX`, deduplicated and in byte order. */
  readonly profiles: readonly string[];
  readonly members: EmittedList;
  readonly skipped: EmittedList;
}

/** `LOCK_PARTIAL` means that some input was skipped and is not pinned. */
export function lockOutcome({ skipped }: EmittedLock): 'LOCK_CREATED' | 'LOCK_PARTIAL' {
  return skipped.count === 0 ? 'LOCK_CREATED' : 'LOCK_PARTIAL';
}

/** The fields that are equal whenever the same input is locked again, without the two lists. */
export function lockIdentity({ asOf, datasetId, note, profiles, scope, members, skipped }: EmittedLock): JsonObject {
  return {
    as_of: asOf,
    dataset_id: datasetId,
    member_count: members.count,
    note,
    profiles,
    ...(scope === null ? {} : { scope }),
    skipped_count: skipped.count,
    version: LOCK_VERSION,
  };
}

type Emit = (bytes: Uint8Array) => void;

/** Writes the bytes of the lockfile, with the given `lock_hash`. */
export function emitLock(lock: EmittedLock, lockHash: string, emit: Emit): void {
  emit(encodeUtf8(`${textBeforeHash(lock)}${lockHash}${textAfterHash(lock)}`));
  emitLists(lock, emit);
}

/** A hash of the same length as every other. */
const NO_HASH = `sha256:${'0'.repeat(64)}`;

export interface Seal {
  readonly lockHash: Digest;
  /** Where the hash belongs in the bytes. */
  readonly at: number;
}

/** For lists that are read only once: writes zeros in place of the hash, which is known at the end. */
export function emitUnsealed(lock: EmittedLock, newHasher: NewHasher, emit: Emit): Seal {
  const [before, after] = [encodeUtf8(textBeforeHash(lock)), encodeUtf8(textAfterHash(lock))];
  const hasher = newHasher('sha256');
  for (const piece of [before, after]) hasher.update(piece);
  for (const piece of [before, encodeUtf8(NO_HASH), after]) emit(piece);
  emitLists(lock, (bytes) => {
    hasher.update(bytes);
    emit(bytes);
  });
  return { lockHash: `sha256:${hasher.digest()}`, at: before.length };
}

function field(name: string, value: JsonValue): string {
  return `${quote(name)}:${formatSpine(value)}`;
}

function textBeforeHash(lock: EmittedLock): string {
  return `{${field('as_of', lock.asOf)},${field('created', lock.created)},${field('dataset_id', lock.datasetId)},"lock_hash":"`;
}

function textAfterHash(lock: EmittedLock): string {
  return `",${field('member_count', lock.members.count)},"members":[`;
}

function emitLists(lock: EmittedLock, emit: Emit): void {
  const text = (part: string): void => emit(encodeUtf8(part));
  lock.members.emitSorted(emit);
  const scope = lock.scope === null ? '' : `${field('scope', lock.scope)},`;
  text(`],${field('note', lock.note)},${field('profiles', lock.profiles)},${scope}"skipped":[`);
  lock.skipped.emitSorted(emit);
  text(`],${field('skipped_count', lock.skipped.count)},${field('tool_versions', lock.toolVersions)},`);
  text(`${field('version', LOCK_VERSION)}}`);
}

/** Computes the self-hash: the hash of the bytes with an empty `lock_hash`. */
export function lockHashOf(lock: EmittedLock, newHasher: NewHasher): Digest {
  const hasher = newHasher('sha256');
  emitLock(lock, '', (bytes) => hasher.update(bytes));
  return `sha256:${hasher.digest()}`;
}
