/**
 * A regular file whose bytes are hashed on their way to a parser, through one descriptor (C8): the parsed bytes are the hashed bytes. A
 * short file is read in one call and kept in memory. A longer file is read in pieces between two fstat calls, which must agree, once for
 * each pass.
 *
 *     const file = openHashedFile('/data/tape.csv', { algorithm: 'sha256', expectedSize: null, confine: null });
 *     const pass = file.pass();
 *     parse(pass.source);
 *     pass.end();                 the hex of the whole file, however much of it the parser read
 */

import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { fill, memorySource } from '#core/bytes/source';
import { lazy } from '#core/lazy';
import type { Algorithm, ByteSource } from '#core/ports';
import { markReused, type Reused } from '#core/reused';
import { CHANGED, UnusableFile } from '#disk/os-error';
import { isBelow } from '#disk/path/below';
import { exactRealPath } from '#disk/path/real-path';
import { FOLLOW_FLAGS, NO_FOLLOW_FLAGS } from '#disk/read/regular-file';
import { startReading } from '#disk/read/unchanged';
import { countRead } from '#threads/read-meter';
import { newHasher, sha256Hex } from './hashers.ts';

/** The longest file that is read in one call. */
export const SHORT = 1 << 16;
const PROGRESS_EVERY = 1 << 26;
/** One file uses this buffer at a time: opening the next file overwrites the last one. */
const scratch = new Uint8Array(SHORT + 1);

export interface HashedFileQuestion {
  readonly algorithm: Algorithm;
  /** Null where any size is accepted. */
  readonly expectedSize: number | null;
  /** The real path of a folder that the file must be in, with all links resolved. */
  readonly confine: string | null;
  /** Called once for every 64 MiB of a longer file. */
  readonly onProgress?: (() => void) | undefined;
}

export interface HashedFile {
  readonly size: number;
  /** The content of a short file, valid until the next file is opened; null for a longer file. */
  readonly bytes: Reused<Uint8Array> | null;
  pass(): Pass;
  close(): void;
}

export interface Pass {
  readonly source: ByteSource;
  /** The complete content; null where it is longer than `most`. */
  whole(most: number): Uint8Array | null;
  /** Reads the rest and returns the hash of the whole file; throws where the file has changed. */
  end(): string;
}

/** The file does not have the expected size. */
export class WrongSize extends UnusableFile {
  readonly size: number;
  constructor(size: number) {
    super(`expected another size, found ${size} bytes`);
    this.size = size;
  }
}

/** Throws `UnusableFile`, or the system's error. Links are followed. */
export function openHashedFile(path: string, question: HashedFileQuestion): HashedFile {
  const real = question.confine === null ? path : confined(question.confine, path);
  // A pipe or a device must not even be opened.
  const size = regularSize(statSync(real), question);
  const fd = openSync(real, question.confine === null ? FOLLOW_FLAGS : NO_FOLLOW_FLAGS);
  try {
    if (size > SHORT) return longFile(fd, regularSize(fstatSync(fd), question), question);
    const count = readSync(fd, scratch, 0, size + 1, 0);
    if (count !== size) throw new UnusableFile(CHANGED);
    countRead(count);
    closeSync(fd);
    const bytes = scratch.subarray(0, count);
    return fileInMemory(bytes, () => hexOfBytes(bytes, question.algorithm));
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function regularSize(found: Stats, { expectedSize }: HashedFileQuestion): number {
  if (!found.isFile()) throw new UnusableFile('Not a regular file');
  if (expectedSize !== null && found.size !== expectedSize) throw new WrongSize(found.size);
  return found.size;
}

/** A file whose content was already read. */
export function fileInMemory(bytes: Uint8Array, hash: () => string): HashedFile {
  const hex = lazy(hash);
  return {
    size: bytes.length,
    bytes: markReused(bytes),
    pass: () => ({
      source: memorySource(bytes),
      // This is a copy because some parsers keep the array they are given.
      whole: (most) => (bytes.length > most ? null : bytes.slice()),
      end: hex,
    }),
    close() {},
  };
}

function longFile(fd: number, size: number, { algorithm, onProgress }: HashedFileQuestion): HashedFile {
  return {
    size,
    bytes: null,
    pass() {
      const hasher = newHasher(algorithm);
      const { source, isWhole } = startReading(fd, (bytes) => {
        hasher.update(bytes);
        countRead(bytes.length);
        if (Math.floor((source.size + bytes.length) / PROGRESS_EVERY) > Math.floor(source.size / PROGRESS_EVERY)) onProgress?.();
      });
      return {
        source,
        // Of a file the size is known, so it is never in memory twice.
        whole: (most) => (size > most ? null : exactly(source, size)),
        end() {
          if (!isWhole() || source.size !== size) throw new UnusableFile(CHANGED);
          return hasher.digest();
        },
      };
    },
    close: () => closeSync(fd),
  };
}

/** Fewer bytes if the file has become shorter, which `end` reports. */
function exactly(source: ByteSource, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  return bytes.subarray(0, fill(source, bytes));
}

function confined(folder: string, path: string): string {
  const real = exactRealPath(path);
  if (!isBelow(folder, real)) throw new UnusableFile('a link leads out of the root');
  return real;
}

function hexOfBytes(bytes: Uint8Array, algorithm: Algorithm): string {
  if (algorithm === 'sha256') return sha256Hex(bytes);
  const hasher = newHasher(algorithm);
  hasher.update(bytes);
  return hasher.digest();
}
