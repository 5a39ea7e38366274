/**
 * The checksum of a frame: the low half of XXH64 with the seed 0. A number of 64 bits is two of 32.
 *
 *     const hash = new Xxh64(); hash.update(bytes); hash.low()
 */
/** The primes of XXH64, low half first. */
const P1 = [0x85ebca87, 0x9e3779b1] as const;
const P2 = [0x27d4eb4f, 0xc2b2ae3d] as const;
const P3 = [0x9e3779f9, 0x165667b1] as const;
const P4 = [0xc2b2ae63, 0x85ebca77] as const;
const P5 = [0x165667c5, 0x27d4eb2f] as const;
const STRIPE = 32;

/** The low half, and the high one. */
type Wide = readonly [number, number];

export class Xxh64 {
  /** Four lanes, each a low and a high half. */
  readonly #lanes = Uint32Array.of(...sum(P1, P2), ...P2, 0, 0, ...sum([0, 0], negative(P1)));
  readonly #rest = new Uint8Array(STRIPE);
  #filled = 0;
  #length = 0;

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    let at = 0;
    if (this.#filled > 0) {
      at = Math.min(STRIPE - this.#filled, bytes.length);
      this.#rest.set(bytes.subarray(0, at), this.#filled);
      this.#filled += at;
      if (this.#filled < STRIPE) return;
      this.#stripes(this.#rest, 0, STRIPE);
    }
    const end = at + Math.floor((bytes.length - at) / STRIPE) * STRIPE;
    this.#stripes(bytes, at, end);
    this.#rest.set(bytes.subarray(end));
    this.#filled = bytes.length - end;
  }

  low(): number {
    let hash: Wide = P5;
    if (this.#length >= STRIPE) {
      const lanes = [0, 2, 4, 6].map((at): Wide => [this.#lanes[at] as number, this.#lanes[at + 1] as number]);
      hash = lanes.map((lane, index) => turned(lane, [1, 7, 12, 18][index] as number)).reduce(sum);
      for (const lane of lanes) hash = sum(product(mixed(hash, round([0, 0], lane)), P1), P4);
    }
    hash = sum(hash, [this.#length >>> 0, Math.floor(this.#length / 2 ** 32)]);
    const view = new DataView(this.#rest.buffer);
    let at = 0;
    for (; at + 8 <= this.#filled; at += 8) {
      const word: Wide = [view.getUint32(at, true), view.getUint32(at + 4, true)];
      hash = sum(product(turned(mixed(hash, round([0, 0], word)), 27), P1), P4);
    }
    for (; at + 4 <= this.#filled; at += 4)
      hash = sum(product(turned(mixed(hash, product([view.getUint32(at, true), 0], P1)), 23), P2), P3);
    for (; at < this.#filled; at++) hash = product(turned(mixed(hash, product([view.getUint8(at), 0], P5)), 11), P1);
    hash = product(mixed(hash, [(hash[1] >>> 1) >>> 0, 0]), P2);
    hash = product(mixed(hash, [((hash[0] >>> 29) | (hash[1] << 3)) >>> 0, hash[1] >>> 29]), P3);
    return (hash[0] ^ hash[1]) >>> 0;
  }

  #stripes(bytes: Uint8Array, start: number, end: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const lanes = this.#lanes;
    for (let at = start; at < end; at += 8) {
      const lane = ((at - start) >>> 2) & 6;
      const [low, high] = round(
        [lanes[lane] as number, lanes[lane + 1] as number],
        [view.getUint32(at, true), view.getUint32(at + 4, true)],
      );
      lanes[lane] = low;
      lanes[lane + 1] = high;
    }
  }
}

function round(lane: Wide, word: Wide): Wide {
  return product(turned(sum(lane, product(word, P2)), 31), P1);
}

function mixed(a: Wide, b: Wide): Wide {
  return [(a[0] ^ b[0]) >>> 0, (a[1] ^ b[1]) >>> 0];
}

function sum(a: Wide, b: Wide): Wide {
  const low = a[0] + b[0];
  return [low >>> 0, (a[1] + b[1] + (low > 0xffffffff ? 1 : 0)) >>> 0];
}

function negative([low, high]: Wide): Wide {
  return sum([~low >>> 0, ~high >>> 0], [1, 0]);
}

/** To the left, by 1 to 31. */
function turned([low, high]: Wide, count: number): Wide {
  return [((low << count) | (high >>> (32 - count))) >>> 0, ((high << count) | (low >>> (32 - count))) >>> 0];
}

function product(a: Wide, b: Wide): Wide {
  const [low, top] = [a[0] & 0xffff, a[0] >>> 16];
  const [otherLow, otherTop] = [b[0] & 0xffff, b[0] >>> 16];
  const first = low * otherLow;
  const second = top * otherLow + (first >>> 16);
  const third = low * otherTop + (second & 0xffff);
  const high = top * otherTop + Math.floor(second / 0x10000) + Math.floor(third / 0x10000);
  const more = Math.imul(a[0], b[1]) + Math.imul(a[1], b[0]);
  return [((third << 16) | (first & 0xffff)) >>> 0, (high + more) >>> 0];
}
