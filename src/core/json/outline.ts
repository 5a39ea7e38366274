/**
 * Reads a JSON text of any length and validates all of it as strictly as `parseJson`, but keeps only an outline: the top-level fields,
 * without the contents of objects and arrays.
 *
 *     {"version":"lock.v0","members":[{…},{…}],"member_count":2}      { version: 'lock.v0', members: [], member_count: 2 }
 *     [1,2]                                                           []
 *
 * A value that fits into the window is skipped at once. A longer value is read part by part, so only a single token can make the window
 * grow. A top-level string over 64 KiB is also left out and is returned as an empty string.
 *
 * `JsonTooLarge` says that memory would not be enough; the text may be valid. The limits are 64 MiB for a token, and 64 MiB for what must be
 * remembered: the top-level fields and, to find duplicate keys, the keys of objects that do not fit into the window.
 */
import { fill } from '../bytes/source.ts';
import type { ByteSource } from '../ports.ts';
import { type Cursor, NEEDS_MORE } from './cursor.ts';
import { JsonTooLarge } from './limits.ts';
import { passColon, passComma, readValue, stringAt } from './read.ts';
import { passValue } from './skip-or-copy.ts';
import { MAX_DEPTH, scanString, skipSpace } from './token.ts';
import { emptyObject, type JsonValue } from './value.ts';
import { JsonWindow } from './window.ts';
import { quote } from './write.ts';

const MIB = 1 << 20;
const MAX_TOKEN_LENGTH = 64 * MIB;
export const MAX_STRING_LENGTH = 64 * 1024;
const MAX_KEPT = 64 * MIB;
/** The memory in bytes for a key or a value besides its text, and for a byte of text: a byte may become two, and is decoded twice. */
const COST = { entry: 64, byte: 4 } as const;

export const CONTENTS = { object: Object.freeze(emptyObject()), array: Object.freeze([]) } as const;

/** Reads to the end of the source, unless the text is refused. `onBytes` is called with the bytes as they are read. */
export function readOutline(source: ByteSource, onBytes?: (bytes: Uint8Array) => void): JsonValue {
  const reader = new OutlineReader(source, onBytes);
  const outline = reader.readTop();
  reader.requireEnd();
  return outline;
}

class OutlineReader {
  readonly #window: JsonWindow;
  #arrived = 0;
  #kept = 0;
  /** Before this position a value did not fit into the window. Trying again at each of 128 levels could take 128 times as long. */
  #tryFrom = 0;

  constructor(source: ByteSource, onBytes: ((bytes: Uint8Array) => void) | undefined) {
    this.#window = new JsonWindow(wholeReads(source), (bytes) => {
      this.#arrived += bytes.length;
      onBytes?.(bytes);
    });
  }

  readTop(): JsonValue {
    const first = this.#next();
    if (first === 0x7b) return this.#topObject();
    return this.#topValue(0);
  }

  #topObject(): JsonValue {
    const object = emptyObject();
    this.#eachField(0, (key) => {
      object[key] = this.#topValue(1);
    });
    return object;
  }

  #topValue(depth: number): JsonValue {
    const first = this.#next();
    if (first === 0x7b || first === 0x5b) {
      this.#pass(depth);
      return first === 0x7b ? CONTENTS.object : CONTENTS.array;
    }
    return this.#token((c) => {
      const start = c.pos;
      passValue(c, depth, null);
      const length = c.pos - start;
      if (first === 0x22 && length > MAX_STRING_LENGTH) return '';
      this.#keep(length);
      c.pos = start;
      return readValue(c, depth);
    });
  }

  requireEnd(): void {
    if (this.#next() >= 0) this.#window.cursor.fail('trailing characters');
  }

  #pass(depth: number): void {
    const first = this.#next();
    if (first !== 0x7b && first !== 0x5b) return this.#token((c) => passValue(c, depth, null));
    if (this.#position() >= this.#tryFrom) {
      if (this.#window.whole((c) => fits(c, depth))) return;
      this.#tryFrom = this.#arrived;
    }
    if (first === 0x7b) this.#passFields(depth);
    else this.#passElements(depth);
  }

  #passFields(depth: number): void {
    const before = this.#kept;
    this.#eachField(depth, () => this.#pass(depth + 1));
    this.#kept = before;
  }

  #eachField(depth: number, passField: (key: string) => void): void {
    if (this.#isEmpty(depth, 0x7d)) return;
    const seen = new Set<string>();
    for (;;) {
      const key = this.#key(seen);
      seen.add(key);
      this.#next();
      passColon(this.#window.cursor);
      passField(key);
      this.#next();
      if (passComma(this.#window.cursor, 0x7d, 'an object')) return;
    }
  }

  #passElements(depth: number): void {
    if (this.#isEmpty(depth, 0x5d)) return;
    for (;;) {
      this.#pass(depth + 1);
      this.#next();
      if (passComma(this.#window.cursor, 0x5d, 'an array')) return;
    }
  }

  /** Skips the opening bracket, and the closing bracket if nothing is between them. */
  #isEmpty(depth: number, close: number): boolean {
    const { cursor } = this.#window;
    if (depth >= MAX_DEPTH) cursor.fail(`nesting deeper than ${MAX_DEPTH}`);
    cursor.pos++;
    if (this.#next() !== close) return false;
    cursor.pos++;
    return true;
  }

  #key(seen: ReadonlySet<string>): string {
    const { cursor } = this.#window;
    const first = this.#next();
    if (first < 0) cursor.failAtEnd('an object');
    if (first !== 0x22) cursor.fail('expected a key');
    return this.#token((c) => {
      const start = c.pos;
      const holds = scanString(c);
      this.#keep(c.pos - start);
      const key = stringAt(c.bytes, start, c.pos, holds);
      if (seen.has(key)) c.fail(`duplicate key ${quote(key)}`, start);
      return key;
    });
  }

  #keep(length: number): void {
    this.#kept += COST.entry + length * COST.byte;
    if (this.#kept > MAX_KEPT) throw new JsonTooLarge('more fields than 64 MiB hold');
  }

  /** Returns what `read` makes of the token at the cursor. The window may grow for it. */
  #token<T>(read: (c: Cursor) => T): T {
    return this.#window.whole((c) => {
      const start = c.pos;
      try {
        return read(c);
      } catch (error) {
        const isTooLong = error === NEEDS_MORE && isFull(c, start) && c.bytes.length >= MAX_TOKEN_LENGTH;
        if (isTooLong) throw new JsonTooLarge('a token longer than 64 MiB');
        throw error;
      }
    });
  }

  /** Returns the next byte that is not white space, or -1 at the end. The white space may have any length. */
  #next(): number {
    const { cursor } = this.#window;
    for (;;) {
      skipSpace(cursor);
      if (cursor.pos < cursor.end) return cursor.bytes[cursor.pos] as number;
      if (this.#window.peek() < 0) return -1;
    }
  }

  #position(): number {
    const { cursor } = this.#window;
    return this.#arrived - (cursor.end - cursor.pos);
  }
}

/** Skips the value at the cursor. Returns false if the value does not fit into the window. */
function fits(c: Cursor, depth: number): boolean {
  const start = c.pos;
  try {
    passValue(c, depth, null);
    return true;
  } catch (error) {
    if (error !== NEEDS_MORE || !isFull(c, start)) throw error;
    c.pos = start;
    return false;
  }
}

/** True if no more bytes of the value that begins at `start` can be read unless the window grows. */
function isFull(c: Cursor, start: number): boolean {
  return start === 0 && c.end === c.bytes.length;
}

/** Each read fills the buffer. Otherwise, with a source of small pieces, a long value would be tried again for every piece. */
function wholeReads(source: ByteSource): ByteSource {
  let isOver = false;
  return {
    read(into) {
      const count = isOver ? 0 : fill(source, into);
      isOver ||= count < into.length;
      return count;
    },
  };
}
