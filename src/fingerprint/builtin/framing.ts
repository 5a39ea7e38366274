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
const LARGEST = 1 << 18;
/** The most bytes of a number below 2^32. */
const LONGEST_NUMBER = 5;
const LONG = 48;
/** The buffer of a finished framer, reused: otherwise thousands of short files would each allocate and clear one. */
let spare: ByteWriter | null = null;

export class Framer {
  readonly #hasher: Hasher;
  readonly #out: ByteWriter;

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

  /** Writes the cells of a block from `first` to `end`, each as `encoded` does; an empty one is nothing. */
  cells({ bytes, starts, ends }: CellBlock, first: number, end: number): void {
    const out = this.#out;
    out.reserve((ends[end - 1] as number) - (starts[first] as number) + LONGEST_NUMBER * (end - first));
    const to = out.bytes;
    let at = out.length;
    for (let cell = first; cell < end; cell++) {
      const start = starts[cell] as number;
      const stop = ends[cell] as number;
      let rest = stop === start ? 0 : stop - start + 1;
      for (; rest > 0x7f; rest >>>= 7) to[at++] = (rest & 0x7f) | 0x80;
      to[at++] = rest;
      // For the few bytes of most cells, a call into the engine would cost more.
      if (stop - start > LONG) to.set(bytes.subarray(start, stop), at);
      else for (let from = start, into = at; from < stop; from++, into++) to[into] = bytes[from] as number;
      at += stop - start;
    }
    out.length = at;
    if (at > WAITING) this.#pass();
  }

  /** The framer cannot be used afterwards. */
  end(): Digest {
    this.#pass();
    if (this.#out.bytes.length <= LARGEST) spare = this.#out;
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
