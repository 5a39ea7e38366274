/**
 * Finds where two bundles differ (`--against`): by file and, if both contents are available, by JSON pointer (RFC 6901).
 *
 *     [{ file: 'snapshot.json', pointer: '/state/n', kind: 'changed' }, { file: 'claims/b.json', pointer: null, kind: 'added' }]
 *
 * The direction is from the other bundle to this one: `added` is what only this bundle has. Files are compared by name, in load order. If a file
 * differs in too many places, only the file is reported.
 */

import { compareUtf8 } from '#core/bytes/order';
import { Float, isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { COLLECTIONS } from './bundle.ts';
import type { Difference } from './result.ts';

/** A file of one side; unknown properties are absent. */
export interface ComparedFile {
  readonly file: string;
  /** The part of the value that the hash covers. */
  readonly value?: JsonValue;
  readonly bytesHash?: string;
  readonly canonicalHash?: string | null;
  /** False if a number in the file is not exactly a double; `value` then has the rounded double. */
  readonly isExact?: boolean;
}

/** Attacker-controlled: a million values may have changed below one long key. This limits the total length of the pointers in a result. */
const ROOM = 1 << 26;
const COST_OF_ONE = 64;

/** `coversBytes` is true if the formatting of the files is hashed too (profile `go-bytes`). */
export function explainDifferences(
  other: readonly ComparedFile[],
  bundle: readonly ComparedFile[],
  { coversBytes }: { readonly coversBytes: boolean },
): readonly Difference[] {
  const before = new Map(other.map((file) => [file.file, file]));
  const after = new Map(bundle.map((file) => [file.file, file]));
  const names = [...new Set([...before.keys(), ...after.keys()])].sort(compareLoadOrder);
  const room = { left: ROOM };
  return names.flatMap((name): readonly Difference[] => {
    const [old, now] = [before.get(name), after.get(name)];
    if (old === undefined) return [{ file: name, pointer: null, kind: 'added' }];
    if (now === undefined) return [{ file: name, pointer: null, kind: 'removed' }];
    return differencesOf(old, now, { isSameNumber: coversBytes ? isSameDouble : isSameValue, coversBytes, room });
  });
}

interface Comparing {
  readonly coversBytes: boolean;
  readonly isSameNumber: SameNumber;
  readonly room: { left: number };
}

function differencesOf(old: ComparedFile, now: ComparedFile, { coversBytes, isSameNumber, room }: Comparing): readonly Difference[] {
  const { file } = now;
  const isOtherForm = old.bytesHash !== undefined && now.bytesHash !== undefined && old.bytesHash !== now.bytesHash;
  const isKnown = coversBytes || (old.isExact !== false && now.isExact !== false);
  if (isKnown && old.value !== undefined && now.value !== undefined) {
    const found: Difference[] = [];
    let { left } = room;
    for (const [pointer, kind] of pointers(old.value, now.value, { at: '', isSameNumber })) {
      left -= pointer.length + file.length + COST_OF_ONE;
      if (left < 0) return [{ file, pointer: null, kind: 'changed' }];
      found.push({ file, pointer, kind });
    }
    room.left = left;
    if (found.length > 0) return found;
  } else if (!isSameContent(old, now)) return [{ file, pointer: null, kind: 'changed' }];
  return coversBytes && isOtherForm && file.includes('/') ? [{ file, pointer: null, kind: 'formatting' }] : [];
}

/** Compares the digests of the values if both are known. */
function isSameContent(old: ComparedFile, now: ComparedFile): boolean {
  if (typeof old.canonicalHash === 'string' && typeof now.canonicalHash === 'string') return old.canonicalHash === now.canonicalHash;
  return old.bytesHash !== undefined && old.bytesHash === now.bytesHash;
}

interface Walk {
  readonly at: string;
  readonly isSameNumber: SameNumber;
}

function* pointers(old: JsonValue, now: JsonValue, { at, isSameNumber }: Walk): Generator<readonly [string, Difference['kind']]> {
  const children = childrenOf(old, now);
  if (children === null) {
    if (!isSameScalar(old, now, isSameNumber)) yield [at, 'changed'];
    return;
  }
  for (const [key, before, after] of children) {
    const pointer = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (before === undefined) yield [pointer, 'added'];
    else if (after === undefined) yield [pointer, 'removed'];
    else yield* pointers(before, after, { at: pointer, isSameNumber });
  }
}

type Child = readonly [key: string, old: JsonValue | undefined, now: JsonValue | undefined];

/** Returns null unless both are objects, or both are arrays. */
function childrenOf(old: JsonValue, now: JsonValue): readonly Child[] | null {
  if (isArray(old) && isArray(now)) {
    return Array.from({ length: Math.max(old.length, now.length) }, (_, i) => [String(i), old[i], now[i]] as const);
  }
  if (!isJsonObject(old) || !isJsonObject(now)) return null;
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort(compareUtf8);
  return keys.map((key) => [key, ownValue(old, key), ownValue(now, key)] as const);
}

/** Ignores inherited properties: the values may be plain object literals with a prototype. */
function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isSameScalar(old: JsonValue, now: JsonValue, isSameNumber: SameNumber): boolean {
  const [a, b] = [numberOf(old), numberOf(now)];
  return a === null || b === null ? old === now : isSameNumber(a, b);
}

type SameNumber = (old: number | bigint, now: number | bigint) => boolean;

/** For the profile `embedded`: `1.0` and `1` have the same hash, and so have `0` and `-0`. */
const isSameValue: SameNumber = (old, now) => old === now;

/** For the profile `go-bytes`: Go rounds integers beyond 2^53, and keeps `-0` different from `0`. */
const isSameDouble: SameNumber = (old, now) => Object.is(Number(old), Number(now));

function numberOf(value: JsonValue): number | bigint | null {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  return value instanceof Float ? value.value : null;
}

function compareLoadOrder(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || compareUtf8(a, b);
}

function rankOf(file: string): number {
  return COLLECTIONS.findIndex((name) => file.startsWith(`${name}/`));
}
