/**
 * Merges the sorted lists of several parts into one sorted list.
 *
 *     emitMerged(readers, { list: 'members', separator: 0x2c }, space, write)
 */
import { AT_END, codeOf, sharedIn } from './path-code.ts';
import type { PartReader } from './reader.ts';
import { sharedPath } from './refusals.ts';
import type { MergeSpace } from './space.ts';

export interface MergeRules {
  readonly list: 'members' | 'skips';
  /** The byte after each entry: a comma, which the last entry has not, or a line end. */
  readonly separator: 0x2c | 0x0a;
  /** Called with the number of entries that were merged since the last call. */
  readonly onEntries?: ((count: number) => void) | undefined;
}

/** Refuses a path that two parts have. */
export function emitMerged(
  parts: readonly PartReader[],
  { list, separator, onEntries }: MergeRules,
  space: MergeSpace,
  emit: (bytes: Uint8Array) => void,
): void {
  for (const part of parts) part.startList();
  const next = list === 'members' ? (part: PartReader) => part.nextMember() : (part: PartReader) => part.nextSkip();
  const smallest = new SmallestPart(parts, next);
  const { bytes, page } = space;
  let filled = page;
  let entries = 0;
  const flush = (end: number): void => {
    if (end > page) emit(bytes.subarray(page, end));
    onEntries?.(entries);
    entries = 0;
    filled = page;
  };
  for (let part = smallest.part; part !== null; part = smallest.part) {
    const { start, end } = part;
    if (filled + end - start > bytes.length) flush(filled);
    bytes.copyWithin(filled, start, end);
    filled += end - start;
    bytes[filled - 1] = separator;
    entries++;
    smallest.advance();
  }
  flush(filled > page && separator === 0x2c ? filled - 1 : filled);
}

/**
 * A tournament: each inner node has the loser of its match, and the winner is the part with the smallest path. One entry costs one match
 * for each level. The codes of both parts of a match are relative to the winner before, and only if they are equal are the paths compared.
 */
class SmallestPart {
  readonly #parts: readonly PartReader[];
  readonly #next: (part: PartReader) => boolean;
  /** `#losers[0]` is the winner of all. */
  readonly #losers: PartReader[];

  constructor(parts: readonly PartReader[], next: (part: PartReader) => boolean) {
    this.#parts = parts;
    this.#next = next;
    for (const part of parts) next(part);
    this.#losers = [...parts];
    this.#losers[0] = this.#play(1);
  }

  /** The part whose entry is next, or null at the end of all. */
  get part(): PartReader | null {
    const winner = this.#losers[0] as PartReader;
    return winner.code === AT_END ? null : winner;
  }

  advance(): void {
    const losers = this.#losers;
    let winner = losers[0] as PartReader;
    this.#next(winner);
    for (let node = (winner.index + this.#parts.length) >> 1; node > 0; node >>= 1) {
      const other = losers[node] as PartReader;
      if (!isBefore(other, winner)) continue;
      losers[node] = winner;
      winner = other;
    }
    losers[0] = winner;
  }

  /** Plays all matches below a node. Leaves are the nodes from `parts.length` on. */
  #play(node: number): PartReader {
    if (node >= this.#parts.length) return this.#parts[node - this.#parts.length] as PartReader;
    const [left, right] = [this.#play(node * 2), this.#play(node * 2 + 1)];
    const isRight = isBefore(right, left);
    this.#losers[node] = isRight ? left : right;
    return isRight ? right : left;
  }
}

/** Sets the code of the greater one relative to the smaller one. */
function isBefore(a: PartReader, b: PartReader): boolean {
  if (a.code !== b.code) return a.code < b.code;
  if (a.code === AT_END) return false;
  const { pathBytes: x, pathStart: aStart, pathEnd: aEnd } = a;
  const { pathBytes: y, pathStart: bStart, pathEnd: bEnd } = b;
  const [aLength, bLength] = [aEnd - aStart, bEnd - bStart];
  const length = aLength < bLength ? aLength : bLength;
  let shared = sharedIn(a.code);
  while (shared < length && x[aStart + shared] === y[bStart + shared]) shared++;
  if (shared === aLength && shared === bLength) refuseShared(a, b);
  const isFirst = shared === aLength || (shared < bLength && (x[aStart + shared] as number) < (y[bStart + shared] as number));
  if (isFirst) b.code = codeOf(shared, y[bStart + shared] as number);
  else a.code = codeOf(shared, x[aStart + shared] as number);
  return isFirst;
}

function refuseShared(a: PartReader, b: PartReader): never {
  const [first, second] = a.index < b.index ? [a, b] : [b, a];
  throw sharedPath(first.path(), first.name, second.name);
}
