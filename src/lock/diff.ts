/**
 * `lock-diff.v0`: the differences between two locks (L11). Every member of either lock is in exactly one list, or is counted as unchanged.
 *
 *     {"added":[],"changed":[{"new":{…},"old":{…},"path":"tape.csv"}],"metadata":[],"moved":[],"new":"dec.lock.json",
 *      "old":"nov.lock.json","outcome":"CHANGES","removed":[],"skipped":{"added":[],"changed":[],"removed":[]},"unchanged":4,…}
 *
 * A moved member has the same hash and size under another path. `created` and `lock_hash` differ in every run. They are shown, but they do
 * not count as a change.
 */

import { compareUtf8 } from '#core/bytes/order';
import { changedFields, type FieldChange } from '#core/changed-fields';
import { emptyObject, type JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { type Member, MemberFacts } from './member.ts';
import { fieldOf } from './read.ts';
import type { JudgedLock } from './verify.ts';

const DIFF_VERSION = 'lock-diff.v0';

export interface Change {
  readonly path: string;
  readonly old: JsonObject;
  readonly new: JsonObject;
}

export interface Move {
  readonly from: string;
  readonly to: string;
  readonly member: Member;
}

export interface LockDiff {
  readonly added: readonly Member[];
  readonly removed: readonly Member[];
  readonly changed: readonly Change[];
  readonly moved: readonly Move[];
  readonly unchanged: number;
  readonly skippedAdded: readonly string[];
  /** Paths that both locks skipped, but for different reasons. */
  readonly skippedChanged: readonly string[];
  readonly skippedRemoved: readonly string[];
  readonly metadata: readonly FieldChange[];
}

/** These fields are not listed as metadata: the lists already show these differences. */
const SHOWN_IN_LISTS = new Set(['member_count', 'skipped_count', 'version']);
const DIFFERS_IN_EVERY_RUN = new Set(['created', 'lock_hash']);

export function diffLocks(before: JudgedLock, after: JudgedLock): LockDiff {
  const removed: Member[] = [];
  const added: Member[] = [];
  const changed: Change[] = [];
  let unchanged = 0;
  const facts = new MemberFacts();
  const at = (lock: JudgedLock, index: number): Member => facts.of(lock.members.entry(index));
  let i = 0;
  let j = 0;
  while (i < before.members.count || j < after.members.count) {
    const order = orderOf(before, i, after, j);
    if (order < 0) removed.push(at(before, i++));
    else if (order > 0) added.push(at(after, j++));
    else {
      const [old, now] = [before.members.value(i++), after.members.value(j++)];
      if (formatSpine(old) === formatSpine(now)) unchanged++;
      else changed.push({ path: old['path'] as string, old: withoutPath(old), new: withoutPath(now) });
    }
  }
  const metadata = changedFields(metadataOf(before), metadataOf(after), SHOWN_IN_LISTS);
  return { ...matchMoves(removed, added), changed, unchanged, ...diffSkipped(before, after), metadata };
}

function orderOf(before: JudgedLock, i: number, after: JudgedLock, j: number): number {
  if (i >= before.members.count) return 1;
  if (j >= after.members.count) return -1;
  return compareUtf8(before.members.path(i), after.members.path(j));
}

function withoutPath(member: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(member).filter(([name]) => name !== 'path'));
}

/** Pairs each removed member with at most one added member of the same hash and size, both in path order. */
function matchMoves(removed: readonly Member[], added: readonly Member[]): Pick<LockDiff, 'added' | 'removed' | 'moved'> {
  const waiting = new Map<string, Member[]>();
  for (const member of removed.toReversed()) {
    const alike = waiting.get(contentOf(member));
    if (alike === undefined) waiting.set(contentOf(member), [member]);
    else alike.push(member);
  }
  const moved: Move[] = [];
  const stillAdded: Member[] = [];
  const matched = new Set<Member>();
  for (const member of added) {
    const from = waiting.get(contentOf(member))?.pop();
    if (from === undefined) stillAdded.push(member);
    else {
      matched.add(from);
      moved.push({ from: from.path, to: member.path, member });
    }
  }
  return { added: stillAdded, removed: removed.filter((member) => !matched.has(member)), moved };
}

function contentOf(member: Member): string {
  return `${member.bytesHash} ${member.size}`;
}

function diffSkipped(before: JudgedLock, after: JudgedLock): Pick<LockDiff, 'skippedAdded' | 'skippedChanged' | 'skippedRemoved'> {
  const [old, now] = [skippedByPath(before), skippedByPath(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort(compareUtf8);
  return {
    skippedAdded: paths.filter((path) => !old.has(path)),
    skippedChanged: paths.filter((path) => old.has(path) && now.has(path) && old.get(path) !== now.get(path)),
    skippedRemoved: paths.filter((path) => !now.has(path)),
  };
}

/** For each skipped path, all entries that the lock has for it, as one text. */
function skippedByPath({ text: { skipped } }: JudgedLock): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (let i = 0; skipped !== null && i < skipped.count; i++) {
    const entry = skipped.value(i);
    const path = typeof entry['path'] === 'string' ? entry['path'] : '';
    entries.set(path, `${entries.get(path) ?? ''}${formatSpine(entry)}`);
  }
  return entries;
}

/** All other fields, including fields that this version does not know. */
function metadataOf({ text }: JudgedLock): JsonObject {
  const fields = emptyObject();
  for (const name of text.fields.keys()) fields[name] = fieldOf(text, name) ?? null;
  return fields;
}

export function diffOutcome(diff: LockDiff): 'NO_CHANGES' | 'CHANGES' {
  const lists = [diff.added, diff.removed, diff.changed, diff.moved, diff.skippedAdded, diff.skippedChanged, diff.skippedRemoved];
  const isChanged = lists.some((list) => list.length > 0) || diff.metadata.some((change) => !DIFFERS_IN_EVERY_RUN.has(change.field));
  return isChanged ? 'CHANGES' : 'NO_CHANGES';
}

/** Builds the JSON document. `names` are the paths of the two lockfiles as given. */
export function diffDocument(diff: LockDiff, names: { old: string; new: string }, toolVersion: string): JsonObject {
  const entry = ({ path, bytesHash, size }: Member): JsonObject => ({ path, bytes_hash: bytesHash, size });
  return {
    version: DIFF_VERSION,
    outcome: diffOutcome(diff),
    old: names.old,
    new: names.new,
    added: diff.added.map(entry),
    removed: diff.removed.map(entry),
    changed: diff.changed.map((change) => ({ ...change })),
    moved: diff.moved.map(({ from, to, member }) => ({ from, to, bytes_hash: member.bytesHash, size: member.size })),
    unchanged: diff.unchanged,
    skipped: { added: diff.skippedAdded, changed: diff.skippedChanged, removed: diff.skippedRemoved },
    metadata: diff.metadata.map((change) => ({ ...change })),
    tool_versions: { lock: toolVersion },
  };
}
