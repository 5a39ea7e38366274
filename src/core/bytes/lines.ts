/**
 * The lines of a stream, one after the other: memory is bounded by the longest line, not by the input. One CR before the LF belongs to
 * the line end; the last line may lack its LF.
 *
 *     const lines = new LineReader(source of 'a\r\n\nb');
 *     while (lines.next()) …  lines.bytes, lines.start, lines.end        'a', '', 'b'
 */
import type { ByteSource } from '../ports.ts';

const BLOCK = 1 << 20;
const LONGEST = 1 << 26;

/** A line of more than 64 MiB. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong';
}

export class LineReader {
  readonly #source: ByteSource;
  /** The line is `bytes[start..end)`; it holds until the next one is asked for. */
  bytes = new Uint8Array(BLOCK);
  start = 0;
  end = 0;
  /** What was read so far. Nothing behind it is searched: a long line that comes in small pieces would be gone over again with each. */
  #filled = this.bytes.subarray(0, 0);
  #next = 0;
  #searched = 0;
  #isAtEnd = false;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Goes on to the next line; false if there is none. */
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
  if (buffer.length >= LONGEST) throw new LineTooLong(`expected a line of at most ${LONGEST} bytes`);
  const bytes = new Uint8Array(buffer.length * 2);
  bytes.set(buffer);
  return bytes;
}
