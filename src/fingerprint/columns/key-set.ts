/**
 * A set of keys of any length in bounded memory: of each key it keeps 64 bits of a hash. A key that was added before is always found. Of 25
 * million different keys, one is taken for another with a probability of 1 to 60,000, of a million with 1 to 37 million.
 *
 *     const set = new KeySet(1000); beginKey(); addToKey(bytes, 0, 7); set.add()      'new', the second time 'known', when it is full 'full'
 *
 * Ids are often sorted. Keys that ascend (`AscendingKeys`) are only listed, in half of the memory and without a search, until one does not.
 */
const FIRST_SIZE = 1 << 12;
/** The most keys that a set may be made for; it then needs 256 MiB. */
export const MAX_KEYS = 25_000_000;
const FULLEST = 0.8;

/** The hash of the current key: two lanes of MurmurHash3 with different constants, mixed with each other at the end. */
let low = 0;
let high = 0;
let length = 0;

export function beginKey(): void {
  low = 0x9747b28c | 0;
  high = 0x1b873593 | 0;
  length = 0;
}

/** Adds one part of the key: its words of four bytes, the rest, and its length, so that `ab` and `c` differ from `a` and `bc`. */
export function addToKey(bytes: Uint8Array, start: number, end: number): void {
  let [one, other] = [low, high];
  for (let at = start; at < end + 8; at += 4) {
    const word = at <= end ? wordAt(bytes, at, end) : end - start;
    const first = Math.imul(word, 0xcc9e2d51);
    one ^= Math.imul((first << 15) | (first >>> 17), 0x1b873593);
    one = (Math.imul((one << 13) | (one >>> 19), 5) + 0xe6546b64) | 0;
    const second = Math.imul(word, 0x239b961b);
    other ^= Math.imul((second << 16) | (second >>> 16), 0xab0e9789);
    other = (Math.imul((other << 17) | (other >>> 15), 5) + 0x0bcaa747) | 0;
    if (at > end) break;
  }
  [low, high] = [one, other];
  length += end - start;
}

/** Up to four bytes; 0 if there are none. */
function wordAt(bytes: Uint8Array, at: number, end: number): number {
  if (at + 4 <= end)
    return (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
  let word = 0;
  for (let from = at; from < end; from++) word |= (bytes[from] as number) << (8 * (from - at));
  return word;
}

function finished(hash: number): number {
  let value = hash ^ length;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) | 0;
}

/** Finds out whether each key of one part is above all before it: longer, or of the same length and greater. */
export class AscendingKeys {
  readonly #last = new Uint8Array(64);
  #length = -1;

  /** Called with every key up to the first that is not above the others; a long one is not compared. */
  isAbove(bytes: Uint8Array, start: number, end: number): boolean {
    const last = this.#last;
    const count = end - start;
    if (count < this.#length || count > last.length) return false;
    let same = 0;
    while (same < count && bytes[start + same] === last[same]) same++;
    if (count === this.#length && (same === count || (bytes[start + same] as number) < (last[same] as number))) return false;
    for (let i = same; i < count; i++) last[i] = bytes[start + i] as number;
    this.#length = count;
    return true;
  }
}

/** The number of keys in one piece of the list of ascending keys. */
const LISTED = 1 << 16;

export class KeySet {
  readonly #most: number;
  /** The ascending keys that are not in the slots yet. */
  #list: Int32Array[] = [];
  #slots = new Int32Array(2 * FIRST_SIZE);
  #mask = FIRST_SIZE - 1;
  /** Whether the key of two zeros, which marks an empty slot, was added. */
  #hasZero = false;
  size = 0;

  constructor(most: number) {
    this.#most = Math.min(most, MAX_KEYS);
  }

  /** Adds the current key, which is above all keys so far. Not called after `add`. */
  addAbove(): 'new' | 'full' {
    if (this.size >= this.#most) return 'full';
    const at = this.size++ % LISTED;
    if (at === 0) this.#list.push(new Int32Array(2 * LISTED));
    const piece = this.#list[this.#list.length - 1] as Int32Array;
    piece[2 * at] = finished((low + high) | 0);
    piece[2 * at + 1] = finished((low + 2 * high) | 0);
    return 'new';
  }

  /** Adds the current key. A full set takes no more keys, but finds those it has. */
  add(): 'new' | 'known' | 'full' {
    if (this.#list.length > 0) this.#takeListed();
    return this.#add(finished((low + high) | 0), finished((low + 2 * high) | 0));
  }

  #takeListed(): void {
    let rest = this.size;
    this.size = 0;
    // From the end, so that the memory of each piece is free before the slots grow.
    for (let piece = this.#list.pop(); piece !== undefined; piece = this.#list.pop()) {
      const count = ((rest - 1) % LISTED) + 1;
      for (let i = 0; i < count; i++) this.#add(piece[2 * i] as number, piece[2 * i + 1] as number);
      rest -= count;
    }
  }

  #add(first: number, second: number): 'new' | 'known' | 'full' {
    if (first === 0 && second === 0) {
      if (this.#hasZero) return 'known';
      this.#hasZero = true;
      this.size++;
      return 'new';
    }
    const slots = this.#slots;
    let at = first & this.#mask;
    for (; slots[2 * at] !== 0 || slots[2 * at + 1] !== 0; at = (at + 1) & this.#mask) {
      if (slots[2 * at] === first && slots[2 * at + 1] === second) return 'known';
    }
    if (this.size >= this.#most) return 'full';
    slots[2 * at] = first;
    slots[2 * at + 1] = second;
    if (++this.size > FULLEST * (this.#mask + 1)) this.#grow();
    return 'new';
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(2 * before.length);
    this.#mask = before.length - 1;
    for (let i = 0; i < before.length; i += 2) {
      const [first, second] = [before[i] as number, before[i + 1] as number];
      if (first === 0 && second === 0) continue;
      let at = first & this.#mask;
      while (this.#slots[2 * at] !== 0 || this.#slots[2 * at + 1] !== 0) at = (at + 1) & this.#mask;
      this.#slots[2 * at] = first;
      this.#slots[2 * at + 1] = second;
    }
  }
}
