/**
 * `chain-diff.v0`: the differences between two locks. Elements are matched by their ids, wherever they are in the chain, so that an inserted
 * runtime is one addition and not a change of every element after it.
 *
 *     {"version": "chain-diff.v0", "outcome": "CHANGES", "old": "a.lock.json", "new": "b.lock.json", "added": [], "removed": [],
 *      "changed": [{"item_id": "runtimes/python_script", "old": {"position": 1, "space": "user", …}, "new": {…}}], "unchanged": 2,
 *      "metadata": [{"field": "root.version", "old": "1.0.0", "new": "1.0.1"}]}
 *
 * Every element of either lock is counted once (C7). The time of locking is shown, but does not count as a change.
 */

import { changedFields as changesOf, type FieldChange } from '#core/changed-fields';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { ChainLock } from './document.ts';
import type { Space } from './space.ts';

const DIFF_VERSION = 'chain-diff.v0';

/** A lock, and the whole document of its file, with unknown keys. */
export interface WholeLock {
  readonly lock: ChainLock;
  readonly document: JsonObject;
}

/** `fields` has everything that the lock says about the element, except its id. */
export interface OneSided {
  readonly itemId: string;
  readonly space: Space;
  readonly fields: JsonObject;
}

export interface ElementChange {
  readonly itemId: string;
  readonly old: JsonObject;
  readonly new: JsonObject;
}

export interface ChainDiff {
  readonly added: readonly OneSided[];
  readonly removed: readonly OneSided[];
  readonly changed: readonly ElementChange[];
  readonly unchanged: number;
  readonly metadata: readonly FieldChange[];
}

/** Keys that are already reported with the elements. */
const REPORTED_ELSEWHERE = new Set(['lockfile_version', 'resolved_chain', 'root', 'root.tool_id', 'root.integrity']);
const DIFFERS_IN_EVERY_LOCK = 'generated_at';

export function diffChainLocks(old: WholeLock, now: WholeLock): ChainDiff {
  const [before, after] = [elementsOf(old), elementsOf(now)];
  const both = [...before.values()].flatMap(({ itemId, fields }) => {
    const other = after.get(itemId);
    return other === undefined ? [] : [{ itemId, old: fields, new: other.fields }];
  });
  const changed = both.filter((pair) => changedFields(pair).length > 0);
  return {
    added: [...after.values()].filter(({ itemId }) => !before.has(itemId)),
    removed: [...before.values()].filter(({ itemId }) => !after.has(itemId)),
    changed,
    unchanged: both.length - changed.length,
    metadata: changesOf(metadataOf(old.document), metadataOf(now.document), REPORTED_ELSEWHERE),
  };
}

/** Maps the elements by id, which is unique in a chain. */
function elementsOf({ lock, document }: WholeLock): ReadonlyMap<string, OneSided> {
  const written = document['resolved_chain'] as readonly JsonObject[];
  return new Map(
    lock.chain.map(({ itemId, space }, position) => {
      const { item_id: _, ...fields } = written[position] as JsonObject;
      return [itemId, { itemId, space, fields: { position, ...fields, space } }];
    }),
  );
}

function withId({ itemId, fields }: OneSided): JsonObject {
  return { item_id: itemId, ...fields };
}

/** The position is left out, because it follows from the other elements. */
export function changedFields({ old, new: now }: ElementChange): readonly string[] {
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  names.delete('position');
  return [...names].filter((name) => !isSame(old[name], now[name]));
}

function metadataOf(document: JsonObject): JsonObject {
  const root = isJsonObject(document['root']) ? document['root'] : {};
  const inner = Object.entries(root).map(([name, value]) => [`root.${name}`, value]);
  return Object.fromEntries([...Object.entries(document), ...inner]);
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return formatSpine(a ?? null) === formatSpine(b ?? null);
}

export function diffOutcome({ added, removed, changed, metadata }: ChainDiff): 'NO_CHANGES' | 'CHANGES' {
  const isChanged = [added, removed, changed].some((list) => list.length > 0);
  return isChanged || metadata.some(({ field }) => field !== DIFFERS_IN_EVERY_LOCK) ? 'CHANGES' : 'NO_CHANGES';
}

/** `names` are the file names as given by the user. */
export function diffDocument(diff: ChainDiff, names: { readonly old: string; readonly new: string }): JsonObject {
  return {
    version: DIFF_VERSION,
    outcome: diffOutcome(diff),
    old: names.old,
    new: names.new,
    added: diff.added.map(withId),
    removed: diff.removed.map(withId),
    changed: diff.changed.map((change) => ({ item_id: change.itemId, old: change.old, new: change.new })),
    unchanged: diff.unchanged,
    metadata: diff.metadata.map(({ field, old, new: now }) => ({ field, old, new: now })),
  };
}
