/**
 * A file too long for one read call is read in pieces between two fstat calls, which must agree on size and mtime (C8). If the file is long
 * enough, an idle thread reads ahead.
 */
import { fstatSync, readSync } from 'node:fs';
import { isWhole } from '#disk/read/unchanged';
import { countRead } from '#threads/read-meter';
import { CHANGED_DURING_READ, HASHED, STOPPED } from './file-status.ts';
import type { ReadAhead } from './read-ahead.ts';

/** From this size on it pays that another thread reads while this one hashes. */
const LONG_ENOUGH = 1 << 25;

export interface LongReading {
  readonly size: number;
  /** A piece has one byte less than the buffer. */
  readonly buffer: Uint8Array;
  readonly ahead: ReadAhead | undefined;
  readonly isStopped: (() => boolean) | undefined;
}

/** `HASHED` if `take` received the whole file, piece by piece. `take` must not keep a piece. */
export function readLong(fd: number, reading: LongReading, take: (piece: Uint8Array) => void): number {
  const { size } = reading;
  const before = fstatSync(fd, { bigint: true });
  const total = readPieces(fd, reading, take);
  if (total < 0) return STOPPED;
  const after = fstatSync(fd, { bigint: true });
  if (total !== size || !isWhole(before, after, total)) return CHANGED_DURING_READ;
  // The last name of the file was removed, or now belongs to another file.
  return before.nlink > 0n && after.nlink === 0n ? CHANGED_DURING_READ : HASHED;
}

/** Returns the number of bytes read, or -1 if it was stopped. */
function readPieces(fd: number, { size, buffer, ahead, isStopped }: LongReading, take: (piece: Uint8Array) => void): number {
  const other = size >= LONG_ENOUGH && ahead?.request(fd) === true ? ahead : null;
  let total = 0;
  try {
    for (;;) {
      if (isStopped?.() === true) return -1;
      const ready = other?.take(total) ?? null;
      const piece = ready ?? buffer.subarray(0, readSync(fd, buffer, 0, buffer.length - 1, total));
      if (piece.length === 0) return total;
      total += piece.length;
      take(piece);
      countRead(piece.length);
      if (ready !== null) other?.giveBack();
    }
  } finally {
    other?.finish();
  }
}
