/**
 * Reads the lines of a stream one by one. Memory is bounded by the longest line, not by the input. One CR before the LF belongs to the line
 * ending; the last line may have no LF.
 *
 *     const lines = new LineReader(source of 'a\r\n\nb');
 *     while (lines.next()) …  lines.bytes, lines.start, lines.end        'a', '', 'b'
 */
import type { ByteSource } from '../ports.ts';

const BLOCK = 1 << 20;
const MAX_LENGTH = 1 << 26;

/** Thrown for a line of more than 64 MiB. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong';
}

export class LineReader {
  readonly #source: ByteSource;
  /** The line is `bytes[start..end)`. It is valid until the next call of `next`. */
  bytes: Uint8Array<ArrayBuffer>;
  start = 0;
  end = 0;
  /**
   * The bytes read so far. `#searched` marks what was already searched for an LF: otherwise a long line that arrives in small pieces would
   * be searched again for each piece.
   */
  #filled: Uint8Array;
  #next = 0;
  #searched = 0;
  #isAtEnd = false;

  /** `block` is the number of bytes that are read at once. */
  constructor(source: ByteSource, block = BLOCK) {
    this.#source = source;
    this.bytes = new Uint8Array(block);
    this.#filled = this.bytes.subarray(0, 0);
  }

  /** Moves to the next line. Returns false if there is none. */
  next(): boolean {
    for (;;) {
      const feed = this.#filled.indexOf(0x0a, this.#searched);
      if (feed >= 0) return this.#found(feed, feed + 1);
      if (this.#isAtEnd) return this.#next < this.#filled.length && this.#found(this.#filled.length, this.#filled.length);
      this.#readOn();
    }
  }

  #found(end: number, next: number): true {
    this.start = this.#next;
    this.end = end > this.start && this.bytes[end - 1] === 0x0d ? end - 1 : end;
    this.#next = next;
    this.#searched = next;
    return true;
  }

  #readOn(): void {
    const held = this.#filled.length - this.#next;
    if (this.#next > 0) this.bytes.copyWithin(0, this.#next, this.#filled.length);
    if (held === this.bytes.length) this.bytes = enlarged(this.bytes);
    const count = this.#source.read(held === 0 ? this.bytes : this.bytes.subarray(held));
    this.#isAtEnd = count === 0;
    this.#filled = this.bytes.subarray(0, held + count);
    this.#next = 0;
    this.#searched = held;
  }
}

function enlarged(buffer: Uint8Array): Uint8Array<ArrayBuffer> {
  if (buffer.length >= MAX_LENGTH) throw new LineTooLong(`expected a line of at most ${MAX_LENGTH} bytes`);
  const bytes = new Uint8Array(buffer.length * 2);
  bytes.set(buffer);
  return bytes;
}
