/**
 * The rows or lines of a file as hashes, 16 bytes for each: one of all that is compared, and one of what pairs it with a record of the other file,
 * its key or its first value.
 */
import { NotComparable } from './two-files.ts';

const MAX_RECORDS = 10_000_000;

export class RecordHashes {
  #words = new Int32Array(1 << 12);
  count = 0;

  add(low: number, high: number, keyLow: number, keyHigh: number): void {
    if (this.count === MAX_RECORDS) throw new NotComparable(`more than ${MAX_RECORDS} rows`);
    const at = 4 * this.count;
    if (at === this.#words.length) {
      const larger = new Int32Array(2 * at);
      larger.set(this.#words);
      this.#words = larger;
    }
    const words = this.#words;
    words[at] = low;
    words[at + 1] = high;
    words[at + 2] = keyLow;
    words[at + 3] = keyHigh;
    this.count++;
  }

  /** Forgets the records from this one on: blank rows at the end. */
  cutAt(count: number): void {
    this.count = Math.min(this.count, count);
  }

  isSame(index: number, other: RecordHashes, at: number): boolean {
    const [words, others] = [this.#words, other.#words];
    return words[4 * index] === others[4 * at] && words[4 * index + 1] === others[4 * at + 1];
  }

  /** The low and high word of the hash of a record, or of its key. */
  word(index: number, part: 0 | 1, of: 'all' | 'key'): number {
    return this.#words[4 * index + part + (of === 'key' ? 2 : 0)] as number;
  }
}

export interface Numbered {
  readonly old: Int32Array;
  readonly now: Int32Array;
  /** The number of different ones. */
  readonly count: number;
}

/** Numbers equal hashes of two files alike, from 0. */
export function numberHashes(old: RecordHashes, now: RecordHashes, of: 'all' | 'key'): Numbered {
  const total = old.count + now.count;
  let size = 16;
  while (size < 2 * total) size *= 2;
  /** Of each number the record that had it first: those of the new file follow those of the old one. */
  const slots = new Int32Array(size).fill(-1);
  const firsts = new Int32Array(total);
  let count = 0;
  const word = (record: number, part: 0 | 1): number =>
    record < old.count ? old.word(record, part, of) : now.word(record - old.count, part, of);
  const numberOf = (record: number): number => {
    const low = word(record, 0);
    const high = word(record, 1);
    let at = (low ^ (high >>> 7)) & (size - 1);
    for (; slots[at] !== -1; at = (at + 1) & (size - 1)) {
      const known = slots[at] as number;
      if (word(firsts[known] as number, 0) === low && word(firsts[known] as number, 1) === high) return known;
    }
    slots[at] = count;
    firsts[count] = record;
    return count++;
  };
  const numbered = { old: new Int32Array(old.count), now: new Int32Array(now.count) };
  for (let i = 0; i < old.count; i++) numbered.old[i] = numberOf(i);
  for (let i = 0; i < now.count; i++) numbered.now[i] = numberOf(old.count + i);
  return { ...numbered, count };
}
