/**
 * Reads a JSON text through a window, for documents that are too large for memory. The window moves forward behind what was read.
 *
 *     const window = new JsonWindow(source);
 *     window.whole((c) => readString(c))      the next string, however the bytes arrive
 */
import type { ByteSource } from '../ports.ts';
import { Cursor, NEEDS_MORE } from './cursor.ts';
import { JSON_LIMITS, JsonTooLarge } from './limits.ts';

/** Most documents fit into the first window, so reading ten thousand small documents does not clear a megabyte for each. */
const FIRST = 1 << 14;
const WINDOW = 1 << 20;
/** A value that is read in one piece has the same limit as a document. */
const MAX_SIZE = JSON_LIMITS.document.bytes;

export class JsonWindow {
  readonly cursor: Cursor;
  readonly #source: ByteSource;
  /** Called with every byte that was read, in order, so that the text can be hashed at the same time. */
  readonly #onBytes: ((bytes: Uint8Array) => void) | undefined;

  constructor(source: ByteSource, onBytes?: (bytes: Uint8Array) => void) {
    this.#source = source;
    this.#onBytes = onBytes;
    this.cursor = new Cursor(new Uint8Array(FIRST), 0, 0, true);
  }

  /**
   * Returns what `read` makes of the bytes at the cursor. `read` is called again from the same position whenever the window was too short.
   */
  whole<T>(read: (c: Cursor) => T): T {
    for (;;) {
      const start = this.cursor.pos;
      try {
        return read(this.cursor);
      } catch (error) {
        if (error !== NEEDS_MORE) throw error;
        this.cursor.pos = start;
        this.#refill();
      }
    }
  }

  /** Returns the next byte without moving, or -1 at the end. */
  peek(): number {
    const c = this.cursor;
    while (c.pos >= c.end && c.isOpen) this.#refill();
    return c.pos < c.end ? (c.bytes[c.pos] as number) : -1;
  }

  #refill(): void {
    const c = this.cursor;
    this.#countBefore(c);
    const isFull = c.end === c.bytes.length;
    if (isFull && (c.pos === 0 || c.bytes.length < WINDOW)) {
      if (c.bytes.length >= MAX_SIZE) throw new JsonTooLarge(`a value longer than ${MAX_SIZE} bytes`);
      const grown = new Uint8Array(Math.max(WINDOW, c.bytes.length * 2));
      grown.set(c.bytes.subarray(c.pos));
      c.bytes = grown;
    } else {
      c.bytes.copyWithin(0, c.pos, c.end);
    }
    c.end -= c.pos;
    c.pos = 0;
    const count = this.#source.read(c.bytes.subarray(c.end));
    if (count === 0) c.isOpen = false;
    else this.#onBytes?.(c.bytes.subarray(c.end, c.end + count));
    c.end += count;
  }

  /** Counts lines and columns of the bytes that leave the window, for messages. */
  #countBefore(c: Cursor): void {
    const passed = c.bytes.subarray(0, c.pos);
    let from = 0;
    for (;;) {
      const feed = passed.indexOf(0x0a, from);
      if (feed < 0) break;
      c.linesBefore++;
      c.columnBefore = 0;
      from = feed + 1;
    }
    c.columnBefore += c.pos - from;
  }
}
