/**
 * The one way to read a file that is evidence (C8): opened once, a regular file and nothing else, which is not even opened otherwise, and
 * unchanged while it is read. No pipe is waited for.
 *
 *     readRegularFile('/home/u/.ai/lockfiles/t@1.0.0.lock.json', { most: 1 << 24, follow: true })      its bytes
 *     withRegularFile('/data/dec.tar', { follow: true }, ({ size, read }) => …)                         in pieces
 *     readShortFile('/p/.ai/tools/web/scraper.py')                                                      one of thousands, in one call
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { fill } from '#core/bytes/source';
import { CHANGED, UnfitFile } from '../os-error.ts';
import { type Reading, startReading } from './unchanged.ts';

/** Links are followed. */
export const FOLLOWING = constants.O_RDONLY | constants.O_NONBLOCK;
/** For a file that another may have put there: no link is followed. */
export const CAREFULLY = FOLLOWING | constants.O_NOFOLLOW;

/** What is read in one call is what the file held at one moment; a longer file may be written to between two calls. */
const AT_ONCE = 1 << 20;

export interface RegularFile {
  readonly fd: number;
  readonly size: number;
  /** All of it. Throws `UnfitFile` where it changes meanwhile. */
  bytes(): Uint8Array;
  /** From the start. */
  read(onBytes?: (bytes: Uint8Array) => void): Reading;
  close(): void;
}

/** Something else lies there. */
export class NotRegular extends UnfitFile {}

/** Throws the system's error, `ELOOP` for a link that is not to be followed, or `UnfitFile`. */
export function openRegularFile(path: string, { follow }: { readonly follow: boolean }): RegularFile {
  const named = (follow ? statSync : lstatSync)(path);
  // A device may do something when it is opened. A link is for the system to refuse.
  if (!named.isSymbolicLink()) requireRegular(named);
  const fd = openSync(path, follow ? FOLLOWING : CAREFULLY);
  try {
    const { size } = requireRegular(fstatSync(fd));
    return {
      fd,
      size,
      bytes: () => (size > AT_ONCE ? readLong(fd, size) : readAtOnce(fd, size)),
      read: (onBytes) => startReading(fd, onBytes),
      close: () => closeSync(fd),
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Closes it whatever happens. */
export function withRegularFile<T>(path: string, how: { readonly follow: boolean }, use: (file: RegularFile) => T): T {
  const file = openRegularFile(path, how);
  try {
    return use(file);
  } finally {
    file.close();
  }
}

/** Throws as `openRegularFile` does, and for a file of more than `most` bytes. */
export function readRegularFile(path: string, { most, follow }: { readonly most: number; readonly follow: boolean }): Uint8Array {
  return withRegularFile(path, { follow }, ({ size, bytes }) => {
    if (size > most) throw new UnfitFile(`longer than ${most} bytes`);
    return bytes();
  });
}

function requireRegular(found: Stats): Stats {
  if (!found.isFile()) throw new NotRegular(found.isDirectory() ? 'Is a directory' : 'not a regular file');
  return found;
}

/** One byte more than there should be shows a file that has grown. */
function readAtOnce(fd: number, size: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(size + 1);
  if (readSync(fd, bytes, 0, size + 1, 0) !== size) throw new UnfitFile(CHANGED);
  return bytes.subarray(0, size);
}

function readLong(fd: number, size: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(size);
  const { source, isWhole } = startReading(fd);
  if (fill(source, bytes) !== size || !isWhole()) throw new UnfitFile(CHANGED);
  return bytes;
}

/**
 * The start of a file, as much as `into` holds, in one call and without a look. That is enough for a file that its folder lists as a regular
 * one, or whose hash is known: what came in a single read of a regular file is what it held at that moment. Throws the system's error.
 */
export function readStart(path: string, into: Uint8Array): number {
  const fd = openSync(path, CAREFULLY);
  try {
    // At a place that a pipe does not have: nothing is taken out of one.
    return readSync(fd, into, 0, into.length, 0);
  } finally {
    closeSync(fd);
  }
}

const scratch = Buffer.allocUnsafeSlow((1 << 16) + 1);

/** Its bytes, in a buffer of their own; null where it is longer than 64 KiB. Throws as `readStart` does. */
export function readShortFile(path: string): Uint8Array | null {
  const length = readStart(path, scratch);
  return length < scratch.length ? Buffer.from(scratch.subarray(0, length)) : null;
}

/** As text, U+FFFD where it is not UTF-8; null also where it cannot be read: who is not content with the answer asks again, with all questions. */
export function readShortText(path: string): string | null {
  try {
    const length = readStart(path, scratch);
    return length < scratch.length ? scratch.toString('utf8', 0, length) : null;
  } catch {
    return null;
  }
}
