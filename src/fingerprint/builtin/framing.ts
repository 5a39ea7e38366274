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
import { ParseFailure } from '#core/parsed';
import type { Hasher, NewHasher } from '#core/ports';

/** The number of bytes buffered before they go to the hasher; most files fit. */
const WAITING = 1 << 12;
const CAPACITY = WAITING + 512;
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

  /** The framer cannot be used afterwards. */
  end(): Digest {
    this.#pass();
    if (this.#out.bytes.length === CAPACITY) spare = this.#out;
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
