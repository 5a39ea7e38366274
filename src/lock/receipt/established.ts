/**
 * How the members of a lock were established, in the order in which they were added to it.
 *
 *     established.addRead();
 *     established.addCached(1_768_473_000_000);      read at that moment, not now
 *     established.counts                             {read: 1, cached: 1}
 */
import { formatInstant } from '#core/time';
import type { EntryTable } from '../entry-table.ts';
import type { ReceiptRow } from './document.ts';

export class Established {
  /** When a member was read that was not read now, in milliseconds since 1970; NaN for one that was. */
  readonly #readAt: number[] = [];
  /** By the number of the member: the hash that it had before, with the same size and times. */
  readonly #damaged = new Map<number, string>();
  #cached = 0;

  addRead(): void {
    this.#readAt.push(Number.NaN);
  }

  addCached(readAt: number): void {
    this.#readAt.push(readAt);
    this.#cached++;
  }

  /** It was read, and has other bytes than when it was read before, though nothing else about the file has changed. */
  addDamaged(before: string): void {
    this.#damaged.set(this.#readAt.length, before);
    this.addRead();
  }

  get counts(): { readonly read: number; readonly cached: number } {
    return { read: this.#readAt.length - this.#cached, cached: this.#cached };
  }

  get damagedCount(): number {
    return this.#damaged.size;
  }

  /** In the order of the lock. */
  *rows(members: EntryTable): Generator<ReceiptRow, void, undefined> {
    for (const index of members.order()) {
      const path = members.path(index);
      const readAt = this.#readAt[index] as number;
      const damagedFrom = this.#damaged.get(index);
      if (readAt >= 0) yield { path, strength: 'cached', readAt: formatInstant(new Date(readAt)) };
      else yield { path, strength: 'read', ...(damagedFrom === undefined ? {} : { damagedFrom }) };
    }
  }
}
