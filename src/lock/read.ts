/**
 * A lockfile as it was read: every top-level value in canonical form, and the members and skips one by one, so that a lock of any size can
 * be judged. Unknown fields are kept, because the self-hash covers them (L9).
 */

import { compareUtf8 } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import { ByteWriter } from '#core/bytes/writer';
import type { Digest } from '#core/digest';
import type { Cursor } from '#core/json/cursor';
import { JSON_LIMITS, JsonTooLarge } from '#core/json/limits';
import { parseJson, passColon, passComma, readString, readValue } from '#core/json/read';
import { requireWithinLimits } from '#core/json/size-limit';
import { passValue } from '#core/json/skip-or-copy';
import { skipSpace } from '#core/json/token';
import type { JsonValue } from '#core/json/value';
import { JsonWindow } from '#core/json/window';
import { quote } from '#core/json/write';
import type { ByteSource, NewHasher } from '#core/ports';
import { EntryTable } from './entry-table.ts';
import { type MemberProblem, MemberReader } from './member.ts';

export interface LockText {
  /** The canonical bytes of each top-level value, except the two lists. */
  readonly fields: ReadonlyMap<string, Uint8Array>;
  /** Null if `members` or `skipped` is absent or is not an array. */
  readonly members: EntryTable | null;
  readonly skipped: EntryTable | null;
  /** The problem of the first member that is not allowed in a lock, or null. */
  readonly problem: MemberProblem | null;
  /** False if the text is valid JSON but not an object. */
  readonly isObject: boolean;
}

/** The limit for top-level fields; twelve are known. The input is attacker-controlled: millions of fields would need gibibytes. */
const MAX_FIELDS = 1 << 16;

/**
 * Reads the whole text. Throws `JsonError` if it is not strict JSON, and `JsonTooLarge` if it has too many fields or too large a value.
 * `onBytes` is called with the bytes as they are read.
 */
export function readLock(source: ByteSource, onBytes?: (bytes: Uint8Array) => void): LockText {
  const window = new JsonWindow(source, onBytes);
  window.whole(skipToValue);
  if (window.peek() !== 0x7b) {
    window.whole((c) => readValue(c, 0));
    requireEnd(window);
    return { fields: new Map(), members: null, skipped: null, problem: null, isObject: false };
  }
  window.cursor.pos++;
  const text = readFields(window);
  requireEnd(window);
  return text;
}

function readFields(window: JsonWindow): LockText {
  const fields = new Map<string, Uint8Array>();
  const lists: { members: EntryTable | null; skipped: EntryTable | null } = { members: null, skipped: null };
  const seen = new Set<string>();
  const out = new ByteWriter();
  const judge = new MemberReader();
  window.whole(skipToValue);
  if (window.peek() === 0x7d) {
    window.cursor.pos++;
    return { fields, ...lists, problem: null, isObject: true };
  }
  for (;;) {
    const key = window.whole((c) => readKey(c, seen));
    seen.add(key);
    if (seen.size > MAX_FIELDS) throw new JsonTooLarge(`more than ${MAX_FIELDS} fields`);
    const isList = (key === 'members' || key === 'skipped') && window.peek() === 0x5b;
    if (isList) {
      lists[key] = readList(window, key === 'members' ? judge : null);
    } else {
      window.whole((c) => {
        out.length = 0;
        passValue(c, 1, out);
      });
      requireWithinLimits([out.view()]);
      fields.set(key, out.view().slice());
    }
    if (window.whole((c) => passComma(c, 0x7d, 'an object'))) break;
  }
  return { fields, ...lists, problem: judge.problem, isObject: true };
}

/** Reads the elements of a list. Members are validated at the same time. */
function readList(window: JsonWindow, judge: MemberReader | null): EntryTable {
  const table = new EntryTable();
  const entry = new ByteWriter(4096);
  window.cursor.pos++;
  window.whole(skipToValue);
  if (window.peek() === 0x5d) {
    window.cursor.pos++;
    return table;
  }
  const readEntry = (c: Cursor): void => {
    entry.length = 0;
    passValue(c, 2, entry);
  };
  const readSeparator = (c: Cursor): boolean => passComma(c, 0x5d, 'an array');
  for (;;) {
    if (judge !== null) appendAlike(table, window.cursor, judge);
    window.whole(readEntry);
    if (entry.length > JSON_LIMITS.document.values) requireWithinLimits([entry.view()]);
    judge?.read(entry, table.count);
    table.append(entry, judge?.pathStart ?? 0, judge?.pathEnd ?? 0, table.count);
    if (window.whole(readSeparator)) return table;
  }
}

/**
 * Appends members as long as each has the same layout as the member before it and is followed by a comma. Whole runs of members are copied
 * at once.
 */
function appendAlike(table: EntryTable, c: Cursor, judge: MemberReader): void {
  for (;;) {
    const begin = c.pos;
    let count = 0;
    while (count < RUN) {
      const end = judge.readAlike(c.bytes, c.pos, c.end);
      if (end < 0 || end >= c.end || c.bytes[end] !== 0x2c) break;
      places[count * 4] = c.pos - begin;
      places[count * 4 + 1] = end - begin;
      places[count * 4 + 2] = judge.pathStart;
      places[count * 4 + 3] = judge.pathEnd;
      c.pos = end + 1;
      count++;
    }
    if (count === 0) return;
    table.appendRun(c.bytes, begin, c.pos, places, count);
  }
}

const RUN = 1024;
const places = new Int32Array(RUN * 4);

function readKey(c: Cursor, seen: ReadonlySet<string>): string {
  skipToValue(c);
  if (c.bytes[c.pos] !== 0x22) return c.fail('expected a key');
  const at = c.pos;
  const key = readString(c);
  if (seen.has(key)) return c.fail(`duplicate key ${quote(key)}`, at);
  passColon(c);
  skipToValue(c);
  return key;
}

function skipToValue(c: Cursor): void {
  skipSpace(c);
  if (c.pos >= c.end) c.failAtEnd('a value');
}

function requireEnd(window: JsonWindow): void {
  const { cursor } = window;
  do {
    skipSpace(cursor);
    if (cursor.pos < cursor.end) cursor.fail('trailing characters');
  } while (window.peek() >= 0);
}

/** Returns a top-level value, or undefined if it is absent. */
export function fieldOf(text: LockText, name: string): JsonValue | undefined {
  const bytes = text.fields.get(name);
  return bytes === undefined ? undefined : parseJson(bytes);
}

/** Computes SHA-256 over the canonical form of everything that was read, with an empty `lock_hash`. */
export function computedHash(text: LockText, newHasher: NewHasher): Digest {
  const hasher = newHasher('sha256');
  const emit = (bytes: Uint8Array): void => hasher.update(bytes);
  const keys = [...text.fields.keys(), ...(text.members ? ['members'] : []), ...(text.skipped ? ['skipped'] : [])].sort(compareUtf8);
  keys.forEach((key, index) => {
    emit(encodeUtf8(`${index === 0 ? '{' : ','}${quote(key)}:`));
    const list = key === 'members' ? text.members : key === 'skipped' ? text.skipped : null;
    if (list === null) emit(key === 'lock_hash' ? encodeUtf8('""') : (text.fields.get(key) as Uint8Array));
    else {
      emit(encodeUtf8('['));
      list.emitAsAppended(emit);
      emit(encodeUtf8(']'));
    }
  });
  emit(encodeUtf8(keys.length === 0 ? '{}' : '}'));
  return `sha256:${hasher.digest()}`;
}
