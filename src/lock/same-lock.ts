/**
 * Whether a lock that is to be written says the same as one that was written before (M3): the same members, skips and identity. What every
 * run has of its own (`created`, `lock_hash`, `tool_versions`) may differ.
 */

import { compareBytes } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { type Lock, lockIdentity } from './document.ts';
import { EntryTable } from './entry-table.ts';
import type { JudgedLock } from './verify.ts';

const OF_EACH_RUN = new Set(['created', 'lock_hash', 'tool_versions']);

/** `before` must match its own hash. */
export function isSameLock(before: JudgedLock, lock: Lock): boolean {
  const { fields, skipped } = before.text;
  const identity = Object.entries(lockIdentity(lock));
  const names = [...fields.keys()].filter((name) => !OF_EACH_RUN.has(name));
  return (
    names.length === identity.length &&
    identity.every(([name, value]) => isSpelled(fields.get(name), value)) &&
    haveSameEntries(before.members, lock.members) &&
    haveSameEntries(skipped ?? new EntryTable(), lock.skipped)
  );
}

function isSpelled(bytes: Uint8Array | undefined, value: JsonValue): boolean {
  return bytes !== undefined && compareBytes(bytes, encodeUtf8(formatSpine(value))) === 0;
}

function haveSameEntries(a: EntryTable, b: EntryTable): boolean {
  if (a.count !== b.count) return false;
  const [left, right] = [a.order(), b.order()];
  return left.every((index, place) => compareBytes(a.entry(index), b.entry(right[place] as number)) === 0);
}
