/**
 * Merges the sorted lists of several parts into one sorted list, in memory for one page and one entry of each part.
 *
 *     emitMerged(readers, (part) => part.nextMember(), { separator: 0x2c, mayRepeat: false }, write)
 */
import { compareRuns, textOfPath } from '../entry-path.ts';
import type { MergeOrder } from './merge-order.ts';
import type { PartReader } from './reader.ts';
import { sharedPath } from './refusals.ts';

const PAGE = 1 << 20;

export interface MergeRules {
  /** The byte after each entry: a comma, which the last entry has not, or a line end. */
  readonly separator: 0x2c | 0x0a;
  /** Receives the part of each entry, so that the same merge can be written again without comparing. */
  readonly order?: MergeOrder;
  /** Whether one part may have several entries with the same path, as skips may. */
  readonly mayRepeat: boolean;
}

/** Refuses a path that two parts have, and a part that is not sorted. */
export function emitMerged(
  parts: readonly PartReader[],
  next: (part: PartReader) => boolean,
  { separator, mayRepeat, order }: MergeRules,
  emit: (bytes: Uint8Array) => void,
): void {
  const smallest = new SmallestPart(parts, next);
  const page = new EntryPage(separator, emit);
  let before: PartReader | null = null;
  /** Where the path of the entry before is in the page. */
  let [pathStart, pathEnd] = [0, 0];
  for (let part = smallest.part; part !== null; part = smallest.part) {
    if (before !== null) {
      const compared = compareRuns(page.bytes, pathStart, pathEnd, part.bytes, part.pathStart, part.pathEnd);
      if (compared > 0) part.refuse('its entries are not sorted by path');
      if (compared === 0 && !(mayRepeat && before === part)) refuseEqual(before, part);
    }
    const at = page.add(part) - part.start;
    pathStart = at + part.pathStart;
    pathEnd = at + part.pathEnd;
    before = part;
    order?.push(smallest.index);
    smallest.advance();
  }
  page.end();
}

/** Writes the entries of parts in an order that is known, with commas between them. The caller compares the hashes of the parts. */
export function emitInOrder(parts: readonly PartReader[], order: MergeOrder, emit: (bytes: Uint8Array) => void): void {
  const page = new EntryPage(0x2c, emit);
  for (let at = 0; at < order.count; at++) {
    const part = parts[order.at(at)] as PartReader;
    part.nextUnjudged();
    page.add(part);
  }
  page.end();
}

/** Collects entries into large pieces. A comma is written before the next entry, so that the last one has none. */
class EntryPage {
  bytes = new Uint8Array(PAGE);
  #filled = 0;
  #isFirst = true;
  readonly #separator: MergeRules['separator'];
  readonly #emit: (bytes: Uint8Array) => void;

  constructor(separator: MergeRules['separator'], emit: (bytes: Uint8Array) => void) {
    this.#separator = separator;
    this.#emit = emit;
  }

  /** Returns where the entry begins in `bytes`. The entry before is there until the next call. */
  add({ bytes, start, end }: PartReader): number {
    const needed = end - start + 1;
    if (this.#filled + needed > this.bytes.length) {
      this.#flush();
      if (needed > this.bytes.length) this.bytes = new Uint8Array(needed);
    }
    if (this.#separator === 0x2c && !this.#isFirst) this.bytes[this.#filled++] = 0x2c;
    this.#isFirst = false;
    const at = this.#filled;
    this.bytes.set(bytes.subarray(start, end), at);
    this.#filled = at + end - start;
    if (this.#separator === 0x0a) this.bytes[this.#filled++] = 0x0a;
    return at;
  }

  end(): void {
    this.#flush();
  }

  #flush(): void {
    if (this.#filled > 0) this.#emit(this.bytes.subarray(0, this.#filled));
    this.#filled = 0;
  }
}

function refuseEqual(before: PartReader, part: PartReader): never {
  const path = textOfPath({ bytes: part.bytes, start: part.pathStart, end: part.pathEnd });
  if (before === part) part.refuse(`duplicate path ${path}`);
  throw sharedPath(path, before.name, part.name);
}

/**
 * A tournament: each inner node has the loser of its match, and the winner is the part with the smallest path. One entry costs one match
 * for each level.
 */
class SmallestPart {
  readonly #parts: readonly PartReader[];
  readonly #next: (part: PartReader) => boolean;
  readonly #isAtEnd: boolean[];
  /** `#losers[0]` is the winner of all. */
  readonly #losers: Int32Array;

  constructor(parts: readonly PartReader[], next: (part: PartReader) => boolean) {
    this.#parts = parts;
    this.#next = next;
    this.#isAtEnd = parts.map((part) => !next(part));
    this.#losers = new Int32Array(Math.max(1, parts.length));
    this.#losers[0] = parts.length === 0 ? -1 : this.#play(1);
  }

  /** The index of the part whose entry is next. */
  get index(): number {
    return this.#losers[0] as number;
  }

  /** The part whose entry is next, or null at the end of all. */
  get part(): PartReader | null {
    const winner = this.#losers[0] as number;
    return winner < 0 || this.#isAtEnd[winner] ? null : (this.#parts[winner] as PartReader);
  }

  advance(): void {
    let winner = this.#losers[0] as number;
    this.#isAtEnd[winner] = !this.#next(this.#parts[winner] as PartReader);
    for (let node = (winner + this.#parts.length) >> 1; node > 0; node >>= 1) {
      const other = this.#losers[node] as number;
      if (!this.#isBefore(other, winner)) continue;
      this.#losers[node] = winner;
      winner = other;
    }
    this.#losers[0] = winner;
  }

  /** Plays all matches below a node. Leaves are the nodes from `parts.length` on. */
  #play(node: number): number {
    if (node >= this.#parts.length) return node - this.#parts.length;
    const [left, right] = [this.#play(node * 2), this.#play(node * 2 + 1)];
    const isRight = this.#isBefore(right, left);
    this.#losers[node] = isRight ? left : right;
    return isRight ? right : left;
  }

  #isBefore(a: number, b: number): boolean {
    if (this.#isAtEnd[a]) return false;
    if (this.#isAtEnd[b]) return true;
    const [x, y] = [this.#parts[a] as PartReader, this.#parts[b] as PartReader];
    return compareRuns(x.bytes, x.pathStart, x.pathEnd, y.bytes, y.pathStart, y.pathEnd) < 0;
  }
}
