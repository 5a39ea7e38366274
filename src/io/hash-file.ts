/**
 * One file read once, through one descriptor, and hashed (C8). What is not a regular file is never opened; a file that changes while
 * it is read has no hash.
 *
 * A file that fits the buffer takes four calls: stat or fstat, open, read, close. It is whole if the bytes read are as many as was said
 * and the read met the end. A longer one is read in pieces between two fstats that must agree on size and mtime.
 */

import { createHash, hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats, statSync } from 'node:fs';
import type { Algorithm } from '#core/ports';
import { isBelow } from './below-folder.ts';
import { newBlake3 } from './hashers.ts';
import type { Blake3Native } from './native.ts';
import type { ReadAhead } from './read-ahead.ts';

/** A file of at most this many bytes is read in one call. Larger pieces gain nothing; smaller ones cost calls. */
export const BUFFER = 1 << 20;

/** From here on it pays that another thread reads while this one hashes. */
const LONG_ENOUGH = 1 << 25;

export const HASHED = 0;
/** The system refused; `errno` says why. */
export const UNREADABLE = 1;
export const NOT_REGULAR = 2;
/** Another size than expected; not read. */
export const SIZE_DIFFERS = 3;
export const CHANGED_DURING_READ = 4;
/** A link led out of the folder that must not be left. */
export const OUTSIDE = 5;

export interface FileQuestion {
  readonly path: string;
  readonly algorithm: Algorithm;
  /** -1 where any size will do. */
  readonly expectedSize: number;
  /**
   * The directory entry said a regular file: no stat first, and no link is followed. With an expected size as well, a short file is only
   * read: its hash proves the bytes if it is the expected one too; where it is not, ask again without this to learn why.
   */
  readonly isKnownRegular: boolean;
  /** The real path of the folder that links must not leave, or null. */
  readonly confine: string | null;
}

/** Tells, before a long read begins, that there is work for other threads. */
export type OnLong = () => void;

interface LongHasher {
  update(bytes: Uint8Array): unknown;
  digest(encoding: 'hex'): string;
}

export class FileHasher {
  readonly #ahead: ReadAhead | undefined;
  /** Not a Buffer, whose views cost several times as much to make. */
  readonly #buffer = new Uint8Array(BUFFER + 1);
  #blake3: Blake3Native | null = null;
  /** Of the file asked about last. */
  size = 0;
  hex = '';
  errno = 0;

  constructor(ahead?: ReadAhead) {
    this.#ahead = ahead;
  }

  ask(question: FileQuestion, onLong?: OnLong): number {
    this.size = 0;
    this.hex = '';
    this.errno = 0;
    try {
      return this.#ask(question, onLong);
    } catch (error) {
      const { errno } = error as NodeJS.ErrnoException;
      if (errno === undefined) throw error;
      this.errno = errno;
      return UNREADABLE;
    }
  }

  #ask(question: FileQuestion, onLong: OnLong | undefined): number {
    const { path, isKnownRegular, confine } = question;
    if (confine !== null && !isBelow(confine, realpathSync.native(path))) return OUTSIDE;
    const status = isKnownRegular ? HASHED : this.#judge(statSync(path), question);
    if (status !== HASHED) return status;
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | (isKnownRegular ? constants.O_NOFOLLOW : 0));
    try {
      if (confine !== null && !isInside(confine, path, fd)) return OUTSIDE;
      return this.#read(fd, question, onLong);
    } finally {
      closeSync(fd);
    }
  }

  /** Type and size, before a byte is read. */
  #judge(found: Stats, { expectedSize }: FileQuestion): number {
    if ((found.mode & constants.S_IFMT) !== constants.S_IFREG) return NOT_REGULAR;
    this.size = found.size;
    return expectedSize >= 0 && found.size !== expectedSize ? SIZE_DIFFERS : HASHED;
  }

  #read(fd: number, question: FileQuestion, onLong: OnLong | undefined): number {
    const { isKnownRegular, expectedSize } = question;
    if (isKnownRegular && expectedSize >= 0 && expectedSize <= BUFFER) this.size = expectedSize;
    else if (isKnownRegular || this.size > BUFFER) {
      const status = this.#judge(fstatSync(fd), question);
      if (status !== HASHED) return status;
    }
    if (this.size > BUFFER) {
      onLong?.();
      return this.#readLong(fd, question.algorithm);
    }
    const count = readSync(fd, this.#buffer, 0, this.size + 1, null);
    if (count !== this.size) {
      const status = this.#judge(fstatSync(fd), question);
      return status === HASHED ? CHANGED_DURING_READ : status;
    }
    this.hex = this.#hashShort(question.algorithm, this.#buffer.subarray(0, count));
    return HASHED;
  }

  #hashShort(algorithm: Algorithm, bytes: Uint8Array): string {
    if (algorithm === 'sha256') return hash('sha256', bytes, 'hex');
    return this.#freshBlake3().update(bytes).digest('hex');
  }

  #longHasher(algorithm: Algorithm): LongHasher {
    return algorithm === 'sha256' ? createHash('sha256') : this.#freshBlake3();
  }

  #freshBlake3(): Blake3Native {
    this.#blake3 ??= newBlake3();
    this.#blake3.reset();
    return this.#blake3;
  }

  #readLong(fd: number, algorithm: Algorithm): number {
    const before = fstatSync(fd, { bigint: true });
    const hasher = this.#longHasher(algorithm);
    const total = this.#hashPieces(fd, hasher);
    const after = fstatSync(fd, { bigint: true });
    if (before.size !== after.size || before.mtimeNs !== after.mtimeNs || BigInt(total) !== after.size) return CHANGED_DURING_READ;
    // Its last name was removed, or given to another file.
    if (before.nlink > 0n && after.nlink === 0n) return CHANGED_DURING_READ;
    this.size = total;
    this.hex = hasher.digest('hex');
    return HASHED;
  }

  /** How many bytes there were; an idle thread reads ahead where the file is long enough. */
  #hashPieces(fd: number, hasher: LongHasher): number {
    const ahead = this.size >= LONG_ENOUGH && this.#ahead?.request(fd) === true ? this.#ahead : null;
    let total = 0;
    try {
      for (;;) {
        const ready = ahead?.take(total) ?? null;
        const piece = ready ?? this.#readPiece(fd, total);
        if (piece.length === 0) return total;
        total += piece.length;
        hasher.update(piece);
        if (ready !== null) ahead?.giveBack();
      }
    } finally {
      ahead?.finish();
    }
  }

  #readPiece(fd: number, position: number): Uint8Array {
    return this.#buffer.subarray(0, readSync(fd, this.#buffer, 0, BUFFER, position));
  }
}

/** The open file is the one that the path, free of links, names inside the folder. */
function isInside(folder: string, path: string, fd: number): boolean {
  const real = realpathSync.native(path);
  if (!isBelow(folder, real)) return false;
  const named = statSync(real, { bigint: true });
  const open = fstatSync(fd, { bigint: true });
  return named.dev === open.dev && named.ino === open.ino;
}
