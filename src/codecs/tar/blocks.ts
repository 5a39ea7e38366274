/** Reads the blocks of a tar archive up to its end, which is two blocks of zeros, and the bytes of the bodies between them. */
import type { ByteSource } from '#core/ports';
import { BLOCK, TarError } from './layout.ts';

const BUFFER = 1 << 16;

export interface BlockReader {
  /** The next block, valid until the next call; null at the end of the archive. */
  next(): Uint8Array | null;
  /** Reads some bytes, at least one. */
  read(into: Uint8Array): number;
  /** Skips the zeros that fill up a block. */
  skipPadding(count: number): void;
  /** Only zeros may follow the end. */
  requireEnd(): void;
}

/** Every method throws `TarError` where the archive is too short. */
export function blockReader(source: ByteSource): BlockReader {
  const buffer = new Uint8Array(BUFFER);
  let start = 0;
  let end = 0;

  function fill(count: number): void {
    if (end - start >= count) return;
    buffer.copyWithin(0, start, end);
    end -= start;
    start = 0;
    while (end < count) {
      const read = source.read(buffer.subarray(end));
      if (read === 0) throw new TarError('an end that comes too early');
      end += read;
    }
  }

  function take(count: number): Uint8Array {
    fill(count);
    start += count;
    return buffer.subarray(start - count, start);
  }

  return {
    next() {
      const block = take(BLOCK);
      if (!isZero(block)) return block;
      if (!isZero(take(BLOCK))) throw new TarError('a single block of zeros between entries');
      return null;
    },
    read(into) {
      if (start === end) {
        if (into.length >= BUFFER) return some(source.read(into));
        start = 0;
        end = 0;
        end = some(source.read(buffer));
      }
      const count = Math.min(into.length, end - start);
      into.set(buffer.subarray(start, start + count));
      start += count;
      return count;
    },
    skipPadding(count) {
      if (!isZero(take(count))) throw new TarError('bytes between two entries that belong to neither');
    },
    requireEnd() {
      for (;;) {
        if (!isZero(buffer.subarray(start, end))) throw new TarError('bytes after the end');
        start = 0;
        end = 0;
        end = source.read(buffer);
        if (end === 0) return;
      }
    },
  };
}

function some(count: number): number {
  if (count === 0) throw new TarError('an end that comes too early');
  return count;
}

function isZero(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== 0) return false;
  return true;
}
