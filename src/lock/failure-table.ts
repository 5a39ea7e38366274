/**
 * The failures of a verify, sorted by path. A failure of a member that the lock lists is stored as the number of the member and what was
 * found, in 48 bytes. Its entry would repeat that of the member: a million of them would need as much memory as the lock itself.
 *
 *     failures.addMember(4002, { reason: 'HASH_MISMATCH', actual: 'sha256:a3f1…', actual_size: 812 });
 *     failures.addEntry({ reason: 'EXTRA', path: 'draft.csv', … });
 */
import { compareUtf8 } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { PagedRows, rowAt } from '#core/paged-rows';
import { type SortedEntries, valuesInOrder } from './entries/sorted-entries.ts';
import { EntryTable } from './entry-table.ts';
import { MemberFacts } from './member.ts';

/** What differs, without what the lock says about the member. */
export interface MemberFailure extends JsonObject {
  readonly reason: 'HASH_MISMATCH' | 'MISSING' | 'NOT_REGULAR' | 'SIZE_MISMATCH' | 'SUSPECTED_DAMAGE';
  readonly actual: string | null;
  readonly actual_size: number | null;
}

const REASONS = ['HASH_MISMATCH', 'MISSING', 'NOT_REGULAR', 'SIZE_MISMATCH', 'SUSPECTED_DAMAGE'] as const;
const ALGORITHMS = ['sha256', 'blake3'] as const;
const HASH = /^(sha256|blake3):([0-9a-f]{64})$/;

/** The columns of a row: the number of the member; the bits of `KIND`; two for the size; eight for the hash. */
const MEMBER = 0;
const KIND = 1;
const SIZE = 2;
const HEX = 4;
const ROW = 12;
/** The bits of `KIND`: the reason, whether there is a size, and the algorithm of the hash, counted from 1. */
const HAS_SIZE = 8;
const ALGORITHM = 16;
const HALF = 2 ** 32;

/** How many entries are written at a time. */
const RUN = 1024;

export class FailureTable implements SortedEntries {
  readonly #members: EntryTable | null;
  readonly #facts = new MemberFacts();
  readonly #rows = new PagedRows(ROW);
  readonly #others = new EntryTable();
  #order: Uint32Array | null = null;

  /** The members of the lock, in the order of their paths; null if no failure is given by its number. */
  constructor(members: EntryTable | null) {
    this.#members = members;
  }

  get count(): number {
    return this.#rows.length + this.#others.count;
  }

  get isAscending(): boolean {
    return this.#rows.length === 0 ? this.#others.isAscending : this.#others.count === 0;
  }

  /** Members are added in ascending order. */
  addMember(member: number, failure: MemberFailure): void {
    const { reason, actual, actual_size: size } = failure;
    const [, algorithm, hex] = (actual === null ? null : HASH.exec(actual)) ?? [];
    if (this.#members === null || (actual !== null && hex === undefined)) throw new RangeError(`not a failure of a member: ${actual}`);
    const at = rowAt(this.#rows.length, ROW);
    const page = this.#rows.push();
    const number = algorithm === undefined ? 0 : ALGORITHMS.indexOf(algorithm as 'sha256') + 1;
    page[at + MEMBER] = member;
    page[at + KIND] = REASONS.indexOf(reason) + (size === null ? 0 : HAS_SIZE) + number * ALGORITHM;
    page[at + SIZE] = Math.floor((size ?? 0) / HALF);
    page[at + SIZE + 1] = (size ?? 0) % HALF;
    for (let i = 0; hex !== undefined && i < 8; i++) page[at + HEX + i] = Number.parseInt(hex.slice(i * 8, i * 8 + 8), 16);
    this.#order = null;
  }

  addEntry(entry: JsonObject & { readonly path: string }): void {
    this.#others.appendValue(entry);
    this.#order = null;
  }

  value(index: number): JsonObject {
    if (index >= this.#rows.length) return this.#others.value(index - this.#rows.length);
    const page = this.#rows.page(index);
    const at = rowAt(index, ROW);
    const kind = page[at + KIND] as number;
    const { path, bytesHash, size } = this.#facts.of((this.#members as EntryTable).entry(page[at + MEMBER] as number));
    return {
      reason: REASONS[kind % HAS_SIZE] as string,
      expected: bytesHash,
      expected_size: size,
      actual: hashIn(page.subarray(at + HEX, at + ROW), Math.floor(kind / ALGORITHM)),
      actual_size: (kind & HAS_SIZE) === 0 ? null : (page[at + SIZE] as number) * HALF + (page[at + SIZE + 1] as number),
      path,
    };
  }

  inOrder(): Iterable<JsonObject> {
    return valuesInOrder(this);
  }

  /** The indices, sorted by path in byte order. */
  order(): Uint32Array {
    this.#order ??= this.#merge();
    return this.#order;
  }

  /** The members come in order; the others are merged with them. */
  #merge(): Uint32Array {
    const others = this.#others.order();
    const order = new Uint32Array(this.count);
    for (let at = 0, row = 0, other = 0; at < order.length; at++) {
      const next = others[other];
      const isRow = row < this.#rows.length && (next === undefined || compareUtf8(this.#path(row), this.#others.path(next)) <= 0);
      order[at] = isRow ? row++ : this.#rows.length + (others[other++] as number);
    }
    return order;
  }

  #path(row: number): string {
    return (this.#members as EntryTable).path(this.#rows.page(row)[rowAt(row, ROW) + MEMBER] as number);
  }

  /** Writes the entries in path order, separated by commas, in pieces. */
  emitSorted(emit: (bytes: Uint8Array) => void): void {
    if (this.#rows.length === 0) return this.#others.emitSorted(emit);
    const order = this.order();
    for (let start = 0; start < order.length; start += RUN) {
      const run = Array.from(order.subarray(start, start + RUN), (index) => formatSpine(this.value(index)));
      emit(encodeUtf8(`${start === 0 ? '' : ','}${run.join(',')}`));
    }
  }
}

/** `algorithm` counts from 1; 0 means that there is no hash. */
function hashIn(words: Uint32Array, algorithm: number): string | null {
  if (algorithm === 0) return null;
  return `${ALGORITHMS[algorithm - 1]}:${Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('')}`;
}
