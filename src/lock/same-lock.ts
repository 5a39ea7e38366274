/**
 * Whether a new lock has the same content as an existing one (M3): the same members, skips and identity. Fields that are different in every
 * run (`created`, `lock_hash`, `tool_versions`) may differ.
 */

import { compareBytes } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { type Lock, lockIdentity } from './document.ts';
import { EntryTable } from './entry-table.ts';
import type { JudgedLock } from './verify.ts';

const DIFFERS_IN_EVERY_RUN = new Set(['created', 'lock_hash', 'tool_versions']);

/** The caller has checked that `before` matches its own hash. */
export function isSameLock(before: JudgedLock, lock: Lock): boolean {
  const { fields, skipped } = before.text;
  const identity = Object.entries(lockIdentity(lock));
  const names = [...fields.keys()].filter((name) => !DIFFERS_IN_EVERY_RUN.has(name));
  return (
    names.length === identity.length &&
    identity.every(([name, value]) => isWrittenAs(fields.get(name), value)) &&
    haveSameEntries(before.members, lock.members) &&
    haveSameEntries(skipped ?? new EntryTable(), lock.skipped)
  );
}

function isWrittenAs(bytes: Uint8Array | undefined, value: JsonValue): boolean {
  return bytes !== undefined && compareBytes(bytes, encodeUtf8(formatSpine(value))) === 0;
}

function haveSameEntries(a: EntryTable, b: EntryTable): boolean {
  if (a.count !== b.count) return false;
  const [left, right] = [a.order(), b.order()];
  return left.every((index, place) => compareBytes(a.entry(index), b.entry(right[place] as number)) === 0);
}
