/** Bits of a stream that is read from its last bit to its first (RFC 8878, 4.1.1). The byte before the first is never used. */
import { Damaged } from './damaged.ts';

export class BackwardBits {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  /** How many are left; less than none after more were asked for than there are. */
  left: number;

  /** The highest bit that is set in the last byte marks the end. */
  constructor(bytes: Uint8Array, start: number, end: number) {
    const last = end > start ? (bytes[end - 1] as number) : 0;
    if (last === 0) throw new Damaged();
    this.#bytes = bytes;
    this.#start = start;
    this.left = (end - start) * 8 - 1 - Math.clz32(last) + 24;
  }

  /** At most 25 bits. Those that are not there are 0. */
  read(count: number): number {
    this.left -= count;
    if (this.left < 0 || count === 0) return 0;
    const { left } = this;
    const bytes = this.#bytes;
    const at = this.#start + (left >>> 3);
    const word =
      (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
    return (word >>> (left & 7)) & ((1 << count) - 1);
  }

  /** At most 31 bits. */
  readLong(count: number): number {
    return count <= 24 ? this.read(count) : this.read(count - 16) * 0x10000 + this.read(16);
  }
}
