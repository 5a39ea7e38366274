/**
 * Encodes content as bytes so that different contents have different bytes. Every item is preceded by its length, so the encoding is unambiguous:
 *
 *     number   unsigned LEB128: seven bits a byte, the lowest first, the high bit says that more follow
 *     text     its length in UTF-8 bytes plus one, as a number, then the bytes
 *     nothing  the number 0
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { ByteWriter } from '#core/bytes/writer';
import type { Digest } from '#core/digest';
import { type CellBlock, ParseFailure } from '#core/parsed';
import type { Hasher, NewHasher } from '#core/ports';

/** The number of bytes buffered before they go to the hasher, which is faster with many bytes at once. */
const WAITING = 1 << 16;
/** The first size of a buffer, and the largest that is kept. */
const CAPACITY = 1 << 12;
const MAX_SIZE = 1 << 20;
/** The most bytes of a number below 2^32. */
const MAX_NUMBER_LENGTH = 5;
/** For so few bytes a loop is faster than a call into the engine. */
const SHORT = 32;
/** The buffer of a finished framer, reused: otherwise thousands of short files would each allocate and clear one. */
let spare: ByteWriter | null = null;

export class Framer {
  readonly #hasher: Hasher;
  readonly #out: ByteWriter;
  /** Where the bytes of the opened block are. */
  #behind = 0;

  constructor(newHasher: NewHasher) {
    this.#hasher = newHasher('blake3');
    this.#out = spare ?? new ByteWriter(CAPACITY);
    spare = null;
  }

  number(value: number): void {
    this.#leb128(value);
    if (this.#out.length > WAITING) this.#pass();
  }

  text(text: string | null): void {
    if (text === null) return this.number(0);
    const before = this.#out.length;
    this.#leb128(text.length + 1);
    if (!this.#isWrittenAsAscii(text)) {
      this.#out.length = before;
      // The encoder would write U+FFFD for a lone surrogate, and two different texts would have the same bytes.
      if (!text.isWellFormed()) throw new ParseFailure('expected well-formed text, found a lone surrogate');
      const bytes = encodeUtf8(text);
      return this.encoded(bytes, 0, bytes.length);
    }
    if (this.#out.length > WAITING) this.#pass();
  }

  /** Writes a text whose UTF-8 bytes are from `start` to `end`. */
  encoded(bytes: Uint8Array, start: number, end: number): void {
    this.#leb128(end - start + 1);
    this.#out.copy(bytes, start, end);
    if (this.#out.length > WAITING) this.#pass();
  }

  /**
   * Prepares to write cells of the block up to `end`. Its bytes are copied behind the output, because copying within one buffer is the
   * fastest way.
   */
  open({ bytes, ends, rows }: CellBlock, end: number): void {
    const used = end === 0 ? 0 : (ends[end - 1] as number);
    const out = this.#out;
    // The output has at most `WAITING` bytes already. Every length has one byte, and one more for at least 64 bytes of its cell.
    this.#behind = WAITING + used + (used >>> 6) + end + MAX_NUMBER_LENGTH * (rows + 1);
    out.reserve(this.#behind + used);
    out.bytes.set(bytes.subarray(0, used), this.#behind);
  }

  /** Writes the cells of the opened block from `first` to `end`: their number plus one, then each as `encoded` does; an empty one is nothing. */
  row({ starts, ends }: CellBlock, first: number, end: number): void {
    const out = this.#out;
    const to = out.bytes;
    const behind = this.#behind;
    let at = writeNumber(to, out.length, end - first + 1);
    for (let cell = first; cell < end; ) {
      const start = starts[cell] as number;
      let stop = ends[cell] as number;
      at = writeNumber(to, at, stop === start ? 0 : stop - start + 1);
      const shift = at - start;
      let next = cell + 1;
      // Cells with one byte between them are copied together, and their lengths written over these bytes.
      for (; next < end && starts[next] === stop + 1 && (ends[next] as number) - stop <= 0x7f; next++) stop = ends[next] as number;
      if (stop - start > SHORT) to.copyWithin(at, behind + start, behind + stop);
      else for (let from = start; from < stop; from++) to[from + shift] = to[from + behind] as number;
      for (cell++; cell < next; cell++) {
        const own = starts[cell] as number;
        const length = (ends[cell] as number) - own;
        to[own - 1 + shift] = length === 0 ? 0 : length + 1;
      }
      at = stop + shift;
    }
    out.length = at;
    if (at > WAITING) this.#pass();
  }

  /** The framer cannot be used afterwards. */
  end(): Digest {
    this.#pass();
    if (this.#out.bytes.length <= MAX_SIZE) spare = this.#out;
    return `blake3:${this.#hasher.digest()}`;
  }

  #leb128(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.#out.byte((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.#out.byte(rest);
  }

  /** Fast path for ASCII, which nearly all cells are: the length in characters is the length in bytes, and one loop checks and copies. */
  #isWrittenAsAscii(text: string): boolean {
    const out = this.#out;
    out.reserve(text.length);
    const { bytes, length } = out;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) return false;
      bytes[length + i] = unit;
    }
    out.length = length + text.length;
    return true;
  }

  #pass(): void {
    this.#hasher.update(this.#out.view());
    this.#out.length = 0;
  }
}

/** Returns where the number ends. */
function writeNumber(to: Uint8Array, from: number, value: number): number {
  let at = from;
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) to[at++] = (rest & 0x7f) | 0x80;
  to[at++] = rest;
  return at;
}
