/**
 * HalfSipHash-1-3 with 64 bits over whole numbers and bytes, by which rows are compared. The seed is random: nobody can prepare two rows that
 * differ and have the same hash, so that one of them would not be named.
 *
 *     hash.begin(); hash.number(3); hash.bytes(bytes, 0, 7); hash.end(); [hash.low, hash.high]
 */
export type HashSeed = readonly [number, number];

export class KeyedHash {
  readonly #seed: HashSeed;
  /** Four words of state, and the number of words so far. */
  readonly #state = new Int32Array(5);
  low = 0;
  high = 0;

  constructor(seed: HashSeed) {
    this.#seed = seed;
  }

  begin(): void {
    const [first, second] = this.#seed;
    const state = this.#state;
    state[0] = first;
    state[1] = second ^ 0xee;
    state[2] = 0x6c796765 ^ first;
    state[3] = 0x74656462 ^ second;
    state[4] = 0;
  }

  number(word: number): void {
    this.#word(word | 0);
  }

  /** The length counts as well, so that `ab` and `c` differ from `a` and `bc`. */
  bytes(bytes: Uint8Array, start: number, end: number): void {
    this.#word(end - start);
    let at = start;
    for (; at + 4 <= end; at += 4) {
      this.#word(
        (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24),
      );
    }
    if (at === end) return;
    let rest = 0;
    for (let shift = 0; at < end; at++, shift += 8) rest |= (bytes[at] as number) << shift;
    this.#word(rest);
  }

  end(): void {
    const state = this.#state;
    this.#word(state[4] as number);
    state[2] = (state[2] as number) ^ 0xee;
    for (let i = 0; i < 3; i++) round(state);
    this.low = (state[1] as number) ^ (state[3] as number);
    state[1] = (state[1] as number) ^ 0xdd;
    for (let i = 0; i < 3; i++) round(state);
    this.high = state[1] ^ (state[3] as number);
  }

  #word(word: number): void {
    const state = this.#state;
    state[3] = (state[3] as number) ^ word;
    round(state);
    state[0] = (state[0] as number) ^ word;
    state[4] = (state[4] as number) + 1;
  }
}

function round(state: Int32Array): void {
  let v0 = state[0] as number;
  let v1 = state[1] as number;
  let v2 = state[2] as number;
  let v3 = state[3] as number;
  v0 = (v0 + v1) | 0;
  v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
  v0 = (v0 << 16) | (v0 >>> 16);
  v2 = (v2 + v3) | 0;
  v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
  v0 = (v0 + v3) | 0;
  v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
  v2 = (v2 + v1) | 0;
  v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
  state[0] = v0;
  state[1] = v1;
  state[2] = (v2 << 16) | (v2 >>> 16);
  state[3] = v3;
}
