/**
 * One file is read once, through one descriptor, and hashed (C8). Only a regular file is opened. A file that changes while it is read has
 * no hash.
 *
 * A file that fits the buffer takes four calls: stat or fstat, open, read, close. It is complete if exactly as many bytes were read as its
 * size says, and the read reached the end. A longer file is read in pieces between two fstat calls, which must agree on size and mtime. A
 * copy is written from the same bytes that are hashed.
 */

import { createHash, hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import type { Algorithm } from '#core/ports';
import { isBelow } from '#disk/path/below';
import { exactRealPath } from '#disk/path/real-path';
import { FOLLOW_FLAGS, NO_FOLLOW_FLAGS } from '#disk/read/regular-file';
import { CopyTarget, UnwritableTarget } from '#disk/write/new-file';
import type { Blake3Native } from '#installation/native';
import { countFile, countRead } from '#threads/read-meter';
import { CHANGED_DURING_READ, HASHED, NOT_REGULAR, OUTSIDE, SIZE_DIFFERS, STOPPED, UNREADABLE, UNWRITABLE } from './file-status.ts';
import { newBlake3 } from './hashers.ts';
import { type Inspectors, NO_INSPECTORS } from './inspectors.ts';
import { readLong } from './long-file.ts';
import type { ReadAhead } from './read-ahead.ts';

/** A file of at most this many bytes is read in one call. A larger buffer gains nothing; a smaller one costs more calls. */
export const BUFFER = 1 << 20;

export { CHANGED_DURING_READ, HASHED, NOT_REGULAR, OUTSIDE, SIZE_DIFFERS, STOPPED, UNREADABLE, UNWRITABLE } from './file-status.ts';

export const ANY_SIZE = -1;
export const PROVEN_BY_HASH = -2;

export interface FileQuestion {
  readonly path: string;
  readonly algorithm: Algorithm;
  /** `ANY_SIZE` accepts every size; `PROVEN_BY_HASH` does too, and says that the caller knows the expected hash. */
  readonly expectedSize: number;
  /**
   * The directory entry says that this is a regular file: no stat comes first, and no link is followed. If the caller also knows the size
   * or the hash, a short file that is not empty is only read: the expected hash proves the bytes. If the hash is another one, ask again
   * without this flag to learn why.
   */
  readonly isKnownRegular: boolean;
  /** The real path of the folder that links must not leave, or null. */
  readonly confine: string | null;
  /** A new file that receives the same bytes. It exists afterwards only if the status is `HASHED`. */
  readonly copy?: CopyOrder | undefined;
  /** If the file is a short document, it is validated against the open schema of this version. */
  readonly version?: string | null | undefined;
}

export interface CopyOrder {
  readonly to: string;
  /** BLAKE3 over the same bytes, for the ledger. */
  readonly alsoBlake3: boolean;
}

export interface CopyFacts {
  /** The bits that the inspector returned. */
  readonly looks: number;
  /** Hex, or empty where it was not requested. */
  readonly blake3: string;
}

/** Called before a long read begins: it is time to start other threads. */
export type OnLong = () => void;

interface LongHasher {
  update(bytes: Uint8Array): unknown;
  digest(encoding: 'hex'): string;
}

export class FileHasher {
  readonly #ahead: ReadAhead | undefined;
  readonly #isStopped: () => boolean;
  readonly #inspect: Inspectors;
  /** Not a Buffer: views of a Buffer cost several times as much to make. Its memory is not cleared: only what was read is used. */
  readonly #buffer = new Uint8Array(Buffer.allocUnsafeSlow(BUFFER + 1).buffer);
  #blake3: Blake3Native | null = null;
  /** These fields describe the last file that was asked about. */
  size = 0;
  hex = '';
  errno = 0;
  copied: CopyFacts | undefined;
  /** The file is short and conforms to the schema of the requested version. */
  keepsSchema = false;

  /** A copy is abandoned when `isStopped` returns true. */
  constructor(ahead?: ReadAhead, inspect: Inspectors = NO_INSPECTORS, isStopped: () => boolean = () => false) {
    this.#ahead = ahead;
    this.#inspect = inspect;
    this.#isStopped = isStopped;
  }

  ask(question: FileQuestion, onLong?: OnLong): number {
    this.size = 0;
    this.hex = '';
    this.errno = 0;
    this.copied = undefined;
    this.keepsSchema = false;
    try {
      return this.#ask(question, onLong);
    } catch (error) {
      const { errno } = error as NodeJS.ErrnoException;
      if (errno === undefined) throw error;
      this.hex = '';
      this.errno = errno;
      return error instanceof UnwritableTarget ? UNWRITABLE : UNREADABLE;
    } finally {
      countFile();
    }
  }

  #ask(question: FileQuestion, onLong: OnLong | undefined): number {
    const { path, isKnownRegular, confine, copy } = question;
    if (copy !== undefined && this.#isStopped()) return STOPPED;
    if (confine !== null && !isBelow(confine, exactRealPath(path))) return OUTSIDE;
    const status = isKnownRegular ? HASHED : this.#judge(statSync(path), question);
    if (status !== HASHED) return status;
    const fd = openSync(path, isKnownRegular ? NO_FOLLOW_FLAGS : FOLLOW_FLAGS);
    try {
      if (confine !== null && !isInside(confine, path, fd)) return OUTSIDE;
      return this.#read(fd, question, onLong);
    } finally {
      closeSync(fd);
    }
  }

  /** Checks type and size before a byte is read. */
  #judge(found: Stats, { expectedSize }: FileQuestion): number {
    if ((found.mode & constants.S_IFMT) !== constants.S_IFREG) return NOT_REGULAR;
    this.size = found.size;
    return expectedSize >= 0 && found.size !== expectedSize ? SIZE_DIFFERS : HASHED;
  }

  #read(fd: number, question: FileQuestion, onLong: OnLong | undefined): number {
    const { isKnownRegular, expectedSize } = question;
    if (isKnownRegular && expectedSize === PROVEN_BY_HASH) {
      const count = readSync(fd, this.#buffer, 0, BUFFER + 1, 0);
      // An empty read proves nothing: a device may return one too.
      if (count > 0 && count <= BUFFER) return this.#takeShort(count, question);
    }
    if (isKnownRegular && expectedSize > 0 && expectedSize <= BUFFER) this.size = expectedSize;
    else if (isKnownRegular || this.size > BUFFER) {
      const status = this.#judge(fstatSync(fd), question);
      if (status !== HASHED) return status;
    }
    if (this.size > BUFFER) {
      onLong?.();
      return this.#readLong(fd, question);
    }
    const count = readSync(fd, this.#buffer, 0, this.size + 1, null);
    if (count !== this.size) {
      const status = this.#judge(fstatSync(fd), question);
      return status === HASHED ? CHANGED_DURING_READ : status;
    }
    return this.#takeShort(count, question);
  }

  /** Hashes a file that the buffer holds completely. */
  #takeShort(count: number, { algorithm, copy, version }: FileQuestion): number {
    const bytes = this.#buffer.subarray(0, count);
    countRead(count);
    this.size = count;
    this.hex = this.#hashShort(algorithm, bytes);
    if (copy !== undefined) this.#copyShort(bytes, copy);
    this.keepsSchema = typeof version === 'string' && this.#inspect.keepsSchema(version, bytes);
    return HASHED;
  }

  #copyShort(bytes: Uint8Array, { to, alsoBlake3 }: CopyOrder): void {
    const target = new CopyTarget(to);
    try {
      target.write(bytes);
      target.keep();
    } finally {
      target.discard();
    }
    this.copied = { looks: this.#inspect.sniff(bytes, true), blake3: alsoBlake3 ? this.#hashShort('blake3', bytes) : '' };
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

  #readLong(fd: number, { algorithm, copy }: FileQuestion): number {
    const hasher = this.#longHasher(algorithm);
    const status =
      copy === undefined ? this.#takeLong(fd, undefined, (piece) => void hasher.update(piece)) : this.#copyLong(fd, hasher, copy);
    if (status === HASHED) this.hex = hasher.digest('hex');
    return status;
  }

  #copyLong(fd: number, hasher: LongHasher, { to, alsoBlake3 }: CopyOrder): number {
    const blake3 = alsoBlake3 ? this.#freshBlake3() : null;
    let looks: number | undefined;
    const target = new CopyTarget(to);
    try {
      const status = this.#takeLong(fd, this.#isStopped, (piece) => {
        looks ??= this.#inspect.sniff(piece, false);
        hasher.update(piece);
        blake3?.update(piece);
        target.write(piece);
      });
      if (status !== HASHED) return status;
      target.keep();
    } finally {
      target.discard();
    }
    this.copied = { looks: looks ?? 0, blake3: blake3?.digest('hex') ?? '' };
    return HASHED;
  }

  #takeLong(fd: number, isStopped: (() => boolean) | undefined, take: (piece: Uint8Array) => void): number {
    return readLong(fd, { size: this.size, buffer: this.#buffer, ahead: this.#ahead, isStopped }, take);
  }
}

/** Whether the open file is the one that the path, with all links resolved, names inside the folder. */
function isInside(folder: string, path: string, fd: number): boolean {
  const real = exactRealPath(path);
  if (!isBelow(folder, real)) return false;
  const named = statSync(real, { bigint: true });
  const open = fstatSync(fd, { bigint: true });
  return named.dev === open.dev && named.ino === open.ino;
}
