/**
 * The findings of `stack verify`, each with the claim of the lock and the file that shows it:
 *
 *     CHANGED      the bytes of a pinned file have changed
 *     MISSING      a pinned file does not exist
 *     UNREADABLE   a pinned file exists, but may not be read or cannot be parsed
 *     DIFFERS      a value derived from the files differs from the lock: a payload, a set, signers, activation, parameters
 *     UNPINNED     a value derived from the files is not in the lock
 *     STRAY        a manifest that cannot be read, or has another id, and may be the missing one
 *     AT_TIME      a corridor is active at the requested time and was not when it was locked, or the opposite
 *     INACTIVE     a corridor is not active although that was required
 */

import { compareUtf8 } from '#core/bytes/order';
import type { JsonObject, JsonValue } from '#core/json/value';
import { SECTIONS } from '../diff/diff-severity.ts';
import type { Claim } from './claims.ts';

export type FindingKind = 'CHANGED' | 'MISSING' | 'UNREADABLE' | 'DIFFERS' | 'UNPINNED' | 'STRAY' | 'AT_TIME' | 'INACTIVE';

export interface Finding extends Omit<Claim, 'value'> {
  readonly kind: FindingKind;
  /** The path relative to the root, or `<type>/<digest>` in a store; null if no single file shows it. */
  readonly file: string | null;
  /** The value in the lock; null if there is none. */
  readonly expected: JsonValue;
  /** The value found; null if there is none. */
  readonly actual: JsonValue;
  /** An explanation in words, or null. */
  readonly reason: string | null;
}

/** Sorted by the bytes of the path; findings without a file come first. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort(
    (a, b) =>
      compareUtf8(a.file ?? '', b.file ?? '') ||
      SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section) ||
      compareUtf8(a.id ?? '', b.id ?? '') ||
      compareUtf8(a.field, b.field) ||
      compareUtf8(a.kind, b.kind),
  );
}

export function findingFields({ kind, section, id, field, file, expected, actual, reason }: Finding): JsonObject {
  return { kind, section, id, field, file, expected, actual, reason };
}
