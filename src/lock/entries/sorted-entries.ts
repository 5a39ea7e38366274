/**
 * A list of findings, sorted by path, that can be read again and again and is never copied.
 *
 *     for (const { reason, path } of tally.failures.inOrder()) …
 */
import type { JsonObject } from '#core/json/value';

export interface SortedEntries {
  readonly count: number;
  inOrder(): Iterable<JsonObject>;
  /** Writes the entries, separated by commas, in pieces. */
  emitSorted(emit: (bytes: Uint8Array) => void): void;
}

/** What a list of findings is read by. */
export interface Entries extends SortedEntries {
  readonly isAscending: boolean;
  order(): Uint32Array;
  value(index: number): JsonObject;
}

/** The findings on the members of a lock come in their order: a million of them are not sorted again. */
export function* valuesInOrder(table: Omit<Entries, 'inOrder' | 'emitSorted'>): Generator<JsonObject, void, undefined> {
  if (!table.isAscending) for (const index of table.order()) yield table.value(index);
  else for (let index = 0; index < table.count; index++) yield table.value(index);
}
