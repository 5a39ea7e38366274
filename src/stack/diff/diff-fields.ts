/**
 * Compares two entries of the same id, field by field: digests as digests, in any notation, objects key by key, and everything else by value.
 *
 *     diffFields({ section: 'modules', id }, { params: { tier: 2 } }, { params: { tier: 3 } })     CHANGED params.tier, high
 */

import { compareUtf8 } from '#core/bytes/order';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { digestOfPin, readPin } from '../pin.ts';
import { isPinField } from '../pin-fields.ts';
import { type ChangeKind, fieldSeverity, type Section, type Severity } from './diff-severity.ts';
import { isSameValue } from './same-value.ts';

export interface Change {
  readonly severity: Severity;
  readonly kind: ChangeKind;
  readonly section: Section;
  /** The id of the entry; null for the document itself and for the order of a section. */
  readonly id: string | null;
  /** Null if the whole entry was added or removed. */
  readonly field: string | null;
  /** Null if there was no value. */
  readonly old: JsonValue;
  readonly new: JsonValue;
}

export type Place = Pick<Change, 'section' | 'id'>;

export function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return isSameValue(a, b);
}

export function keysOf(a: JsonObject, b: JsonObject): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(compareUtf8);
}

export function diffFields(place: Place, old: JsonObject, now: JsonObject): readonly Change[] {
  return keysOf(old, now).flatMap((field) => diffField(place, field, [fieldOf(old, field), fieldOf(now, field)]));
}

/** Reads own properties only, so that `__proto__` is an ordinary name. */
export function fieldOf(entry: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(entry, name) ? entry[name] : undefined;
}

type Sides = readonly [old: JsonValue | undefined, now: JsonValue | undefined];

export function diffField(place: Place, field: string, [old, now]: Sides): readonly Change[] {
  if (isSame(old, now)) return [];
  const sides = { field, old: old ?? null, new: now ?? null };
  if (field.endsWith('_sha256')) {
    if (isPinField(field) && isOneDigest([old, now])) return [{ severity: 'info', kind: 'REWRITTEN', ...place, ...sides }];
    return [{ severity: fieldSeverity(place.section, field), kind: kindOf([old, now], 'REPINNED'), ...place, ...sides }];
  }
  if (isJsonObject(old) && isJsonObject(now))
    return keysOf(old, now).flatMap((key) => diffField(place, `${field}.${key}`, [fieldOf(old, key), fieldOf(now, key)]));
  return [{ severity: fieldSeverity(place.section, field), kind: kindOf([old, now], 'CHANGED'), ...place, ...sides }];
}

function isOneDigest([old, now]: Sides): boolean {
  const [before, after] = [readPin(old), readPin(now)];
  return before !== null && after !== null && digestOfPin(before) === digestOfPin(after);
}

function kindOf([old, now]: Sides, both: ChangeKind): ChangeKind {
  if (old === undefined) return 'ADDED';
  return now === undefined ? 'REMOVED' : both;
}

/** Removes each text as often as the other list has it. */
export function without(list: readonly string[], taken: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const text of taken) left.set(text, (left.get(text) ?? 0) + 1);
  return list.filter((text) => {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    return count === 0;
  });
}
