/**
 * Sources of bytes that wrap other sources, and functions that read a source to its end.
 *
 *     const observed = observedSource(source, (bytes) => hasher.update(bytes));
 *     readWhole(observed, 1 << 20)      all of it, null if it is longer
 *     observed.size                     the number of bytes so far
 */
import type { ByteSource } from '../ports.ts';

const PIECE = 1 << 16;
/**
 * Bytes are read into this buffer and ignored. It is shared, because each of thousands of members would otherwise allocate and clear one.
 */
const discarded = new Uint8Array(PIECE);

export interface ObservedSource extends ByteSource {
  /** The number of bytes so far. */
  readonly size: number;
}

/** `onBytes` is called with every byte, in order. */
export function observedSource(source: ByteSource, onBytes: (bytes: Uint8Array) => void): ObservedSource {
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

/** Reads the bytes of `head` first, then the rest. */
export function prefixedSource(head: Uint8Array, rest: ByteSource): ByteSource {
  const first = memorySource(head);
  return { read: (into) => first.read(into) || rest.read(into) };
}

/** Fills `into` completely, or less only at the end of the source. Returns the number of bytes. */
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
  while (source.read(discarded) > 0);
}

/** Returns all bytes, or null as soon as there are more than `most`. Memory grows with the bytes that arrive, never by a stated size. */
export function readWhole(source: ByteSource, most: number): Uint8Array | null {
  const pieces: Uint8Array[] = [];
  for (let length = 0; ; ) {
    const piece = new Uint8Array(PIECE);
    const count = fill(source, piece);
    length += count;
    if (length > most) return null;
    pieces.push(piece.subarray(0, count));
    if (count < PIECE) return concat(pieces, length);
  }
}

function concat(pieces: readonly Uint8Array[], length: number): Uint8Array {
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
