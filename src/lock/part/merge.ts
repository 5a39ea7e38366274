/**
 * Merges the sorted lists of several parts into one sorted list, in memory for one page and one entry of each part.
 *
 *     emitMerged(readers, (part) => part.nextMember(), { separator: 0x2c, mayRepeat: false }, write)
 */
import { compareRuns, textOfPath } from '../entry-path.ts';
import type { PartReader } from './reader.ts';
import { sharedPath } from './refusals.ts';

const PAGE = 1 << 20;

export interface MergeRules {
  /** The byte after each entry: a comma, which the last entry has not, or a line end. */
  readonly separator: 0x2c | 0x0a;
  /** Whether one part may have several entries with the same path, as skips may. */
  readonly mayRepeat: boolean;
}

/** Returns the number of entries. Refuses a path that two parts have, and a part that is not sorted. */
export function emitMerged(
  parts: readonly PartReader[],
  next: (part: PartReader) => boolean,
  { separator, mayRepeat }: MergeRules,
  emit: (bytes: Uint8Array) => void,
): number {
  const smallest = new SmallestPart(parts, next);
  let page = new Uint8Array(PAGE);
  let filled = 0;
  let count = 0;
  let before: PartReader | null = null;
  /** Where the path of the entry before is in the page. */
  let [pathStart, pathEnd] = [0, 0];
  for (let part = smallest.part; part !== null; part = smallest.part) {
    const { bytes, start, end } = part;
    if (before !== null) {
      const order = compareRuns(page, pathStart, pathEnd, bytes, part.pathStart, part.pathEnd);
      if (order > 0) part.refuse('its entries are not sorted by path');
      if (order === 0 && !(mayRepeat && before === part)) refuseEqual(before, part);
    }
    const length = end - start;
    if (filled + length + 1 > page.length) {
      if (filled > 0) emit(page.subarray(0, filled));
      if (length + 1 > page.length) page = new Uint8Array(length + 1);
      filled = 0;
    }
    // The separator of the entry before comes with this one, so that the last entry has none.
    page.set(bytes.subarray(start, end), filled);
    pathStart = filled + part.pathStart - start;
    pathEnd = filled + part.pathEnd - start;
    filled += length;
    count++;
    before = part;
    smallest.advance();
    if (separator === 0x0a || smallest.part !== null) page[filled++] = separator;
  }
  if (filled > 0) emit(page.subarray(0, filled));
  return count;
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
