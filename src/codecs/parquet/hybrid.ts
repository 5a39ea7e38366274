/**
 * Small integers as runs of one value or as packed groups of eight (the format's RLE/bit-packing hybrid): levels, indexes of a dictionary,
 * booleans. Nothing is unpacked before it is asked for, so a page that states a billion values costs nothing.
 */
import { damaged } from './damage.ts';

/** Runs are filled up to groups of 8, by DuckDB to groups of 256. */
const MAX_FILL = 256;

export class HybridReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  readonly #width: number;
  #pos: number;
  /** How many values of the current run are left; packed if `#isPacked`. */
  #left = 0;
  #value = 0;
  #isPacked = false;
  #bit = 0;

  constructor(bytes: Uint8Array, start: number, end: number, width: number) {
    this.#bytes = bytes;
    this.#pos = start;
    this.#end = end;
    this.#width = width;
    if (start > end || end > bytes.length) damaged('levels that are cut off');
    if (width > 32) damaged(`integers of ${width} bits`);
  }

  next(): number {
    while (this.#left === 0) this.#openRun();
    this.#left--;
    if (!this.#isPacked) return this.#value;
    const value = packedAt(this.#bytes, this.#bit, this.#width);
    this.#bit += this.#width;
    return value;
  }

  /** Fails if there are more values than were asked for; the last packed run may be filled up with anything. `isPadding` says what may follow. */
  requireEnd(isPadding?: (bytes: Uint8Array, from: number) => boolean): void {
    const isFill = this.#isPacked && this.#left < MAX_FILL;
    const isAtEnd = this.#pos === this.#end || isPadding?.(this.#bytes, this.#pos) === true;
    if (!isAtEnd || (this.#left > 0 && !isFill)) damaged('more values than are stated');
  }

  #openRun(): void {
    let head = 0;
    for (let shift = 0; ; shift += 7) {
      if (this.#pos >= this.#end || shift > 28) damaged('fewer values than are stated');
      const byte = this.#bytes[this.#pos++] as number;
      head += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    this.#isPacked = head % 2 === 1;
    const count = Math.floor(head / 2);
    if (this.#isPacked) {
      const length = count * this.#width;
      // Some writers leave out the last bytes of the last group.
      const available = Math.min(length, this.#end - this.#pos);
      this.#left = available === length ? count * 8 : Math.floor((available * 8) / Math.max(1, this.#width));
      this.#bit = this.#pos * 8;
      this.#pos += available;
      if (this.#left === 0) damaged('an empty run');
      return;
    }
    const length = Math.ceil(this.#width / 8);
    if (length > this.#end - this.#pos) damaged('fewer values than are stated');
    this.#value = 0;
    for (let i = 0; i < length; i++) this.#value += (this.#bytes[this.#pos++] as number) * 2 ** (8 * i);
    if (this.#value >= 2 ** this.#width) damaged(`a value of more than ${this.#width} bits`);
    this.#left = count;
    if (count === 0) damaged('an empty run');
  }
}

/** Levels of the deprecated encoding BIT_PACKED: the highest bits come first. */
export class BigEndianReader {
  readonly #bytes: Uint8Array;
  readonly #width: number;
  #bit: number;

  constructor(bytes: Uint8Array, start: number, width: number) {
    this.#bytes = bytes;
    this.#bit = start * 8;
    this.#width = width;
  }

  next(): number {
    let value = 0;
    for (let i = 0; i < this.#width; i++, this.#bit++)
      value = value * 2 + (((this.#bytes[this.#bit >> 3] as number) >> (7 - (this.#bit & 7))) & 1);
    return value;
  }

  requireEnd(): void {}
}

/** The integer of `width` bits at that bit, the lowest bits first. */
function packedAt(bytes: Uint8Array, bit: number, width: number): number {
  let at = Math.floor(bit / 8);
  const skipped = bit % 8;
  if (width + skipped <= 24) {
    const three = (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
    return (three >>> skipped) & ((1 << width) - 1);
  }
  let value = (bytes[at++] as number) >> skipped;
  for (let have = 8 - skipped; have < width; have += 8) value += (bytes[at++] as number) * 2 ** have;
  return value % 2 ** width;
}

export function bitsFor(most: number): number {
  return most === 0 ? 0 : 32 - Math.clz32(most);
}
