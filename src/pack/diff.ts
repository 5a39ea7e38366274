/**
 * `pack.diff.v0`: the differences between two packs, by path, hash and type (P6).
 *
 *     {"version": "pack.diff.v0", "outcome": "CHANGES", "a_pack_id": "sha256:…", "b_pack_id": "sha256:…", "added": [], "removed": [],
 *      "changed": [{"kind": "changed", "path": "rvl.report.json", "a_hash": "sha256:…", "b_hash": "sha256:…"}], "retyped": [],
 *      "unchanged": 4, "shifts": [{"path": "rvl.report.json", "tool": "rvl", "from": "NO_REAL_CHANGE", "to": "REAL_CHANGE"}], …}
 *
 * Every path of either pack is in one list (C7): added, removed, changed (another hash), retyped (the same hash with another type or
 * version) or unchanged. If a changed member also has another type or version, its entry in `changed` shows both. `created`, `note` and
 * `tool_version` are shown, but they do not count as a change.
 */

import { compareUtf8 } from '#core/bytes/order';
import { changedFields, type FieldChange } from '#core/changed-fields';
import type { JsonObject } from '#core/json/value';
import type { PackMember } from './document.ts';
import type { ReadManifest } from './read.ts';

const DIFF_VERSION = 'pack.diff.v0';

/** A path that is in both packs. */
export interface MemberPair {
  readonly path: string;
  readonly a: PackMember;
  readonly b: PackMember;
}

export interface ManifestDiff {
  readonly aPackId: string;
  readonly bPackId: string;
  readonly added: readonly PackMember[];
  readonly removed: readonly PackMember[];
  readonly changed: readonly MemberPair[];
  readonly retyped: readonly MemberPair[];
  readonly unchanged: number;
  readonly metadata: readonly FieldChange[];
}

/** A known report that has another outcome in the second pack. */
export interface OutcomeChange {
  readonly path: string;
  readonly tool: string;
  readonly from: string;
  readonly to: string;
}

/** A lockfile that changed: its own `lock-diff.v0`, also as text, or the reason why there is none. */
export type LockChange =
  | { readonly path: string; readonly diff: JsonObject; readonly lines: (safe: (text: string) => string) => Iterable<string> }
  | { readonly path: string; readonly diff: null; readonly reason: string };

export interface PackDiff extends ManifestDiff {
  readonly shifts: readonly OutcomeChange[];
  readonly locks: readonly LockChange[];
}

/** These fields are not listed as metadata: the lists already show these differences. */
const SHOWN_IN_LISTS = new Set(['member_count', 'members', 'pack_id', 'version']);
const DIFFERS_IN_EVERY_SEAL = new Set(['created', 'note', 'tool_version']);

/** The caller has checked that each manifest lists every path once. */
export function diffManifests(a: ReadManifest, b: ReadManifest): ManifestDiff {
  const [before, after] = [byPath(a), byPath(b)];
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort(compareUtf8);
  const [added, removed, changed, retyped]: [PackMember[], PackMember[], MemberPair[], MemberPair[]] = [[], [], [], []];
  let unchanged = 0;
  for (const path of paths) {
    const [old, now] = [before.get(path), after.get(path)];
    if (old === undefined) added.push(now as PackMember);
    else if (now === undefined) removed.push(old);
    else {
      const pair = { path, a: old, b: now };
      if (old.bytesHash !== now.bytesHash) changed.push(pair);
      else if (isRetyped(pair)) retyped.push(pair);
      else unchanged++;
    }
  }
  const metadata = changedFields(a.document, b.document, SHOWN_IN_LISTS);
  return { aPackId: a.packId, bPackId: b.packId, added, removed, changed, retyped, unchanged, metadata };
}

export function isRetyped({ a, b }: MemberPair): boolean {
  return a.type !== b.type || a.artifactVersion !== b.artifactVersion;
}

function byPath({ members }: ReadManifest): ReadonlyMap<string, PackMember> {
  return new Map(members.map((member) => [member.path, member]));
}

export function diffOutcome({ added, removed, changed, retyped, metadata }: ManifestDiff): 'NO_CHANGES' | 'CHANGES' {
  const isChanged = [added, removed, changed, retyped].some((list) => list.length > 0);
  return isChanged || metadata.some(({ field }) => !DIFFERS_IN_EVERY_SEAL.has(field)) ? 'CHANGES' : 'NO_CHANGES';
}

export function diffDocument(diff: PackDiff): JsonObject {
  return {
    version: DIFF_VERSION,
    outcome: diffOutcome(diff),
    a_pack_id: diff.aPackId,
    b_pack_id: diff.bPackId,
    added: diff.added.map(({ path, bytesHash }) => ({ kind: 'added', path, b_hash: bytesHash })),
    removed: diff.removed.map(({ path, bytesHash }) => ({ kind: 'removed', path, a_hash: bytesHash })),
    changed: diff.changed.map(changeFields),
    retyped: diff.retyped.map((pair) => ({ path: pair.path, ...retypingFields(pair) })),
    unchanged: diff.unchanged,
    shifts: diff.shifts.map(({ path, tool, from, to }) => ({ path, tool, from, to })),
    locks: diff.locks.map((lock) => (lock.diff === null ? { ...lock } : { path: lock.path, diff: lock.diff })),
    metadata: diff.metadata.map(({ field, old, new: now }) => ({ field, a: old, b: now })),
  };
}

function changeFields(pair: MemberPair): JsonObject {
  const { path, a, b } = pair;
  const change = { kind: 'changed', path, a_hash: a.bytesHash, b_hash: b.bytesHash };
  return isRetyped(pair) ? { ...change, ...retypingFields(pair) } : change;
}

function retypingFields({ a, b }: MemberPair): JsonObject {
  return { a_type: a.type, b_type: b.type, a_artifact_version: a.artifactVersion, b_artifact_version: b.artifactVersion };
}
