/**
 * What `stack verify` finds, each with the claim of the lock it speaks of and the file that shows it:
 *
 *     CHANGED      a pinned file has other bytes
 *     MISSING      what is pinned is not there
 *     UNREADABLE   what is pinned is there, but is not a file that may be read, or cannot be understood
 *     DIFFERS      what follows from the files is other than the lock says: a payload, a set, signers, activation, parameters
 *     UNPINNED     the files lead to something the lock does not have
 *     STRAY        a manifest that cannot be read, or bears the id of another, and may be the one that is missing
 *     AT_TIME      a corridor is active at the time asked for and was not when it was locked, or the other way round
 *     INACTIVE     a corridor is not active, where that was asked for
 */

import { compareUtf8 } from '#core/bytes/order';
import type { JsonObject, JsonValue } from '#core/json/value';
import { SECTIONS } from '../diff/diff-severity.ts';
import type { Claim } from './claims.ts';

export type FindingKind = 'CHANGED' | 'MISSING' | 'UNREADABLE' | 'DIFFERS' | 'UNPINNED' | 'STRAY' | 'AT_TIME' | 'INACTIVE';

export interface Finding extends Omit<Claim, 'value'> {
  readonly kind: FindingKind;
  /** Relative to the root, or `<type>/<digest>` in a store; null where no one file shows it. */
  readonly file: string | null;
  /** What the lock says; null where it says nothing. */
  readonly expected: JsonValue;
  /** What was found; null where there is nothing. */
  readonly actual: JsonValue;
  /** More in words, or null. */
  readonly reason: string | null;
}

/** By path bytes; what has no file comes first. */
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
