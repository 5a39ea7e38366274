/**
 * A regular file whose bytes are hashed on their way to a parser, through one descriptor (C8): what was parsed is what was hashed. A short
 * one is read in one call and held; a longer one is read in pieces between two fstats that must agree, as often as it is gone through.
 *
 *     const file = openHeardFile('/data/tape.csv', { algorithm: 'sha256', expectedSize: null, confine: null });
 *     const pass = file.pass();
 *     parse(pass.source);
 *     pass.end();                 the hex of the whole file, however much of it the parser wanted
 */

import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { memorySource, readWhole } from '#core/bytes/source';
import { lazy } from '#core/lazy';
import { type Lent, lend } from '#core/lent';
import type { Algorithm, ByteSource } from '#core/ports';
import { CHANGED, UnfitFile } from '#disk/os-error';
import { isBelow } from '#disk/path/below';
import { exactRealPath } from '#disk/path/real-path';
import { CAREFULLY, FOLLOWING } from '#disk/read/regular-file';
import { startReading } from '#disk/read/unchanged';
import { countRead } from '#threads/read-meter';
import { newHasher, sha256Hex } from './hashers.ts';

/** The longest file that is read in one call. */
export const SHORT = 1 << 16;
const STRETCH = 1 << 26;
/** Held by one file at a time: whoever opens the next one is done with the last. */
const scratch = new Uint8Array(SHORT + 1);

export interface HeardFileQuestion {
  readonly algorithm: Algorithm;
  /** Null where none is expected. */
  readonly expectedSize: number | null;
  /** A folder, free of links, that the file must lie in wherever links lead. */
  readonly confine: string | null;
  /** Called for every 64 MiB of a file that is longer. */
  readonly onProgress?: (() => void) | undefined;
}

export interface HeardFile {
  readonly size: number;
  /** All of a short one, good until the next file is opened; null for a longer one. */
  readonly bytes: Lent<Uint8Array> | null;
  pass(): Pass;
  close(): void;
}

export interface Pass {
  readonly source: ByteSource;
  /** All of it; null where it is more than `most`. */
  whole(most: number): Uint8Array | null;
  /** Reads what is left and gives the hash of all; throws where the file changed meanwhile. */
  end(): string;
}

/** Another size than was expected. */
export class OtherSize extends UnfitFile {
  readonly size: number;
  constructor(size: number) {
    super(`expected another size, found ${size} bytes`);
    this.size = size;
  }
}

/** Throws `UnfitFile`, or the system's error. Links are followed. */
export function openHeardFile(path: string, question: HeardFileQuestion): HeardFile {
  const real = question.confine === null ? path : confined(question.confine, path);
  // A pipe or a device is not even opened.
  const size = regularSize(statSync(real), question);
  const fd = openSync(real, question.confine === null ? FOLLOWING : CAREFULLY);
  try {
    if (size > SHORT) return longFile(fd, regularSize(fstatSync(fd), question), question);
    const count = readSync(fd, scratch, 0, size + 1, 0);
    if (count !== size) throw new UnfitFile(CHANGED);
    countRead(count);
    closeSync(fd);
    const bytes = scratch.subarray(0, count);
    return heldFile(bytes, () => hexOfBytes(bytes, question.algorithm));
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function regularSize(found: Stats, { expectedSize }: HeardFileQuestion): number {
  if (!found.isFile()) throw new UnfitFile('Not a regular file');
  if (expectedSize !== null && found.size !== expectedSize) throw new OtherSize(found.size);
  return found.size;
}

/** A file that was read already. */
export function heldFile(bytes: Uint8Array, hash: () => string): HeardFile {
  const hex = lazy(hash);
  return {
    size: bytes.length,
    bytes: lend(bytes),
    pass: () => ({
      source: memorySource(bytes),
      // A copy: some parsers keep what they are given.
      whole: (most) => (bytes.length > most ? null : bytes.slice()),
      end: hex,
    }),
    close() {},
  };
}

function longFile(fd: number, size: number, { algorithm, onProgress }: HeardFileQuestion): HeardFile {
  return {
    size,
    bytes: null,
    pass() {
      const hasher = newHasher(algorithm);
      const { source, isWhole } = startReading(fd, (bytes) => {
        hasher.update(bytes);
        countRead(bytes.length);
        if (Math.floor((source.size + bytes.length) / STRETCH) > Math.floor(source.size / STRETCH)) onProgress?.();
      });
      return {
        source,
        whole: (most) => readWhole(source, most),
        end() {
          if (!isWhole() || source.size !== size) throw new UnfitFile(CHANGED);
          return hasher.digest();
        },
      };
    },
    close: () => closeSync(fd),
  };
}

function confined(folder: string, path: string): string {
  const real = exactRealPath(path);
  if (!isBelow(folder, real)) throw new UnfitFile('a link leads out of the root');
  return real;
}

function hexOfBytes(bytes: Uint8Array, algorithm: Algorithm): string {
  if (algorithm === 'sha256') return sha256Hex(bytes);
  const hasher = newHasher(algorithm);
  hasher.update(bytes);
  return hasher.digest();
}
