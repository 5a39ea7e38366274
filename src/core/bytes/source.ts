/**
 * Sources of bytes made from others, and what reads them to their end.
 *
 *     const heard = heardSource(source, (bytes) => hasher.update(bytes));
 *     readWhole(heard, 1 << 20)      all of it, null if it is longer
 *     heard.size                     how many bytes came
 */
import type { ByteSource } from '../ports.ts';

const PIECE = 1 << 16;
/** Read into and never looked at; thousands of members would each clear one. */
const unread = new Uint8Array(PIECE);

export interface HeardSource extends ByteSource {
  /** Of what came so far. */
  readonly size: number;
}

/** `onBytes` sees every byte, in order. */
export function heardSource(source: ByteSource, onBytes: (bytes: Uint8Array) => void): HeardSource {
  let size = 0;
  return {
    get size() {
      return size;
    },
    read(into) {
      const count = source.read(into);
      if (count > 0) onBytes(into.subarray(0, count));
      size += count;
      return count;
    },
  };
}

export function memorySource(bytes: Uint8Array): ByteSource {
  let at = 0;
  return {
    read(into) {
      const count = Math.min(into.length, bytes.length - at);
      into.set(bytes.subarray(at, at + count));
      at += count;
      return count;
    },
  };
}

/** First what was read already. */
export function joined(head: Uint8Array, rest: ByteSource): ByteSource {
  const first = memorySource(head);
  return { read: (into) => first.read(into) || rest.read(into) };
}

/** As full as the source can make it: less than `into` holds only at the end. */
export function fill(source: ByteSource, into: Uint8Array): number {
  let filled = 0;
  while (filled < into.length) {
    const count = source.read(into.subarray(filled));
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

export function drain(source: ByteSource): void {
  while (source.read(unread) > 0);
}

/** All bytes; null as soon as they are more than `most`. Held as they come, never by what somebody says of their number. */
export function readWhole(source: ByteSource, most: number): Uint8Array | null {
  const pieces: Uint8Array[] = [];
  for (let length = 0; ; ) {
    const piece = new Uint8Array(PIECE);
    const count = fill(source, piece);
    length += count;
    if (length > most) return null;
    pieces.push(piece.subarray(0, count));
    if (count < PIECE) return together(pieces, length);
  }
}

function together(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
