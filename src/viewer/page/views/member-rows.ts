/** Which members are shown, and in which order; a million of them within a few frames. */
import { FAILED, type MemberTable, NOT_CHECKED, type TextColumn, VERIFIED } from '../../engine/members.ts';

export type Order = 'path' | 'size' | 'state';

const decoder = new TextDecoder();

export function textAt({ bytes, ends }: TextColumn, index: number): string {
  return decoder.decode(bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]));
}

/** The indexes of the members whose path contains `text`. */
export function arranged(table: MemberTable, text: string, order: Order): Uint32Array {
  const all = ordered(table, order);
  if (text === '') return all;
  const isFound = containing(table.paths, text);
  return all.filter((index) => isFound[index] === 1);
}

/** Searches the bytes of all paths at once. A match that reaches into the next path does not count. */
export function containing({ bytes, ends }: TextColumn, text: string): Uint8Array {
  const found = new Uint8Array(ends.length);
  const wanted = new TextEncoder().encode(text);
  const [first = 0] = wanted;
  let index = 0;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    while ((ends[index] as number) <= at) index++;
    const end = ends[index] as number;
    let length = 1;
    while (length < wanted.length && bytes[at + length] === wanted[length]) length++;
    if (length < wanted.length || at + length > end) continue;
    found[index] = 1;
    at = end - 1;
  }
  return found;
}

function ordered({ count, sizes, states }: MemberTable, order: Order): Uint32Array {
  const indexes = Uint32Array.from({ length: count }, (_, index) => index);
  if (order === 'size') return bySize(indexes, sizes);
  if (order === 'path') return indexes;
  const sorted = new Uint32Array(count);
  let length = 0;
  for (const state of [FAILED, NOT_CHECKED, VERIFIED]) for (const index of indexes) if (states[index] === state) sorted[length++] = index;
  return sorted;
}

const DIGIT = 1 << 16;

/** Largest first, and the order of the evidence among equals: sorted by digits of 16 bits, because a comparison for each pair takes a second. */
function bySize(indexes: Uint32Array, sizes: Float64Array): Uint32Array {
  let from = indexes;
  let to: Uint32Array = new Uint32Array(indexes.length);
  // A size that is not known is -1.
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0) + 1;
  for (let unit = 1; unit <= largest; unit *= DIGIT) {
    const starts = new Uint32Array(DIGIT + 1);
    const digitOf = (index: number): number => DIGIT - 1 - (Math.floor(((sizes[index] as number) + 1) / unit) % DIGIT);
    for (const index of from) (starts[digitOf(index) + 1] as number)++;
    for (let digit = 1; digit <= DIGIT; digit++) starts[digit] = (starts[digit] as number) + (starts[digit - 1] as number);
    for (const index of from) {
      const digit = digitOf(index);
      const place = starts[digit] as number;
      to[place] = index;
      starts[digit] = place + 1;
    }
    [from, to] = [to, from];
  }
  return from;
}
