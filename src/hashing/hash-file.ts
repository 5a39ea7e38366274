/**
 * One file read once, through one descriptor, and hashed (C8). What is not a regular file is never opened; a file that changes while
 * it is read has no hash.
 *
 * A file that fits the buffer takes four calls: stat or fstat, open, read, close. It is whole if the bytes read are as many as was said
 * and the read met the end. A longer one is read in pieces between two fstats that must agree on size and mtime. A copy is made of the
 * very bytes that are hashed.
 */

import { createHash, hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import type { Algorithm } from '#core/ports';
import { isBelow } from '#disk/path/below';
import { exactRealPath } from '#disk/path/real-path';
import { CAREFULLY, FOLLOWING } from '#disk/read/regular-file';
import { openTarget, UnwritableTarget } from '#disk/write/new-file';
import type { Blake3Native } from '#installation/native';
import { countFile, countRead } from '#threads/read-meter';
import { CHANGED_DURING_READ, HASHED, NOT_REGULAR, OUTSIDE, SIZE_DIFFERS, STOPPED, UNREADABLE, UNWRITABLE } from './file-status.ts';
import { newBlake3 } from './hashers.ts';
import { type Inspectors, NO_INSPECTORS } from './inspectors.ts';
import { readLong } from './long-file.ts';
import type { ReadAhead } from './read-ahead.ts';

/** A file of at most this many bytes is read in one call. Larger pieces gain nothing; smaller ones cost calls. */
export const BUFFER = 1 << 20;

export { CHANGED_DURING_READ, HASHED, NOT_REGULAR, OUTSIDE, SIZE_DIFFERS, STOPPED, UNREADABLE, UNWRITABLE } from './file-status.ts';

export const ANY_SIZE = -1;
export const PROVEN_BY_HASH = -2;

export interface FileQuestion {
  readonly path: string;
  readonly algorithm: Algorithm;
  /** `ANY_SIZE` where any will do; `PROVEN_BY_HASH` where it will do and the hash is known beforehand. */
  readonly expectedSize: number;
  /**
   * The directory entry said a regular file: no stat first, and no link is followed. With a size or a hash that is known beforehand, a
   * short file that is not empty is only read: its hash proves the bytes if it is the expected one; where it is not, ask again without
   * this to learn why.
   */
  readonly isKnownRegular: boolean;
  /** The real path of the folder that links must not leave, or null. */
  readonly confine: string | null;
  /** Where the bytes go as well: a new file, which is there afterwards only if the status is `HASHED`. */
  readonly copy?: CopyOrder | undefined;
  /** Of a document that, if it is short, is validated against the open schema of this version. */
  readonly version?: string | null | undefined;
}

export interface CopyOrder {
  readonly to: string;
  /** BLAKE3 over the same bytes, for the ledger. */
  readonly alsoBlake3: boolean;
}

export interface CopyFacts {
  /** Bits of whoever inspects. */
  readonly looks: number;
  /** Hex, or empty where it was not asked for. */
  readonly blake3: string;
}

/** Tells, before a long read begins, that there is work for other threads. */
export type OnLong = () => void;

interface LongHasher {
  update(bytes: Uint8Array): unknown;
  digest(encoding: 'hex'): string;
}

export class FileHasher {
  readonly #ahead: ReadAhead | undefined;
  readonly #isStopped: () => boolean;
  readonly #inspect: Inspectors;
  /** Not a Buffer, whose views cost several times as much to make. */
  readonly #buffer = new Uint8Array(BUFFER + 1);
  #blake3: Blake3Native | null = null;
  /** Of the file asked about last. */
  size = 0;
  hex = '';
  errno = 0;
  copied: CopyFacts | undefined;
  /** It is short, and was found to keep the schema that was asked for. */
  keepsSchema = false;

  /** A copy that `isStopped` is not finished. */
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
    const fd = openSync(path, isKnownRegular ? CAREFULLY : FOLLOWING);
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
    if (isKnownRegular && expectedSize === PROVEN_BY_HASH) {
      const count = readSync(fd, this.#buffer, 0, BUFFER + 1, 0);
      // An empty read proves nothing: a device may give one too.
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

  /** All of a file that fits the buffer. */
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
    const target = openTarget(to);
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
    const target = openTarget(to);
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

/** The open file is the one that the path, free of links, names inside the folder. */
function isInside(folder: string, path: string, fd: number): boolean {
  const real = exactRealPath(path);
  if (!isBelow(folder, real)) return false;
  const named = statSync(real, { bigint: true });
  const open = fstatSync(fd, { bigint: true });
  return named.dev === open.dev && named.ino === open.ino;
}
