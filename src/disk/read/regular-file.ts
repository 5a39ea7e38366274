/**
 * The one way to read a file that is evidence (C8): it is opened once, it must be a regular file (anything else is not even opened), and it
 * must not change while it is read. The reader never waits for a pipe.
 *
 *     readRegularFile('/home/u/.ai/lockfiles/t@1.0.0.lock.json', { maxBytes: 1 << 24, follow: true })      its bytes
 *     withRegularFile('/data/dec.tar', { follow: true }, ({ size, read }) => …)                         in pieces
 *     readShortFile('/p/.ai/tools/web/scraper.py')                                                      one of thousands, in one call
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { fill } from '#core/bytes/source';
import { CHANGED, UnusableFile } from '../os-error.ts';
import { type Reading, startReading } from './unchanged.ts';

/** Links are followed. */
export const FOLLOW_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;
/** For a file that another user may have put there: no link is followed. */
export const NO_FOLLOW_FLAGS = FOLLOW_FLAGS | constants.O_NOFOLLOW;

/** One call reads the content of one moment; a longer file may change between two calls. */
const AT_ONCE = 1 << 20;

export interface RegularFile {
  readonly fd: number;
  readonly size: number;
  /** The complete content, in memory that threads can share if it is long and `isShared` is true. Throws `UnusableFile` where it changes while it is read. */
  bytes(isShared?: boolean): Uint8Array;
  /** Reads from the start. */
  read(onBytes?: (bytes: Uint8Array) => void): Reading;
  close(): void;
}

/** The path is not a regular file. */
export class NotRegular extends UnusableFile {}

/** Throws the system's error, `ELOOP` for a link that is not to be followed, or `UnusableFile`. */
export function openRegularFile(path: string, { follow }: { readonly follow: boolean }): RegularFile {
  const named = (follow ? statSync : lstatSync)(path);
  // A device may do something when it is opened. The system itself refuses a link.
  if (!named.isSymbolicLink()) requireRegular(named);
  const fd = openSync(path, follow ? FOLLOW_FLAGS : NO_FOLLOW_FLAGS);
  try {
    const { size } = requireRegular(fstatSync(fd));
    return {
      fd,
      size,
      bytes: (isShared = false) => (size > AT_ONCE ? readLong(fd, size, isShared) : readAtOnce(fd, size)),
      read: (onBytes) => startReading(fd, onBytes),
      close: () => closeSync(fd),
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Closes the file in every case. */
export function withRegularFile<T>(path: string, how: { readonly follow: boolean }, use: (file: RegularFile) => T): T {
  const file = openRegularFile(path, how);
  try {
    return use(file);
  } finally {
    file.close();
  }
}

/** Throws as `openRegularFile` does, and for a file of more than `maxBytes` bytes. */
export function readRegularFile(
  path: string,
  { maxBytes, follow, isShared }: { readonly maxBytes: number; readonly follow: boolean; readonly isShared?: boolean },
): Uint8Array {
  return withRegularFile(path, { follow }, ({ size, bytes }) => {
    if (size > maxBytes) throw new UnusableFile(`longer than ${maxBytes} bytes`);
    return bytes(isShared);
  });
}

function requireRegular(found: Stats): Stats {
  if (!found.isFile()) throw new NotRegular(found.isDirectory() ? 'Is a directory' : 'not a regular file');
  return found;
}

/** It reads one byte more than the size, to detect a file that has grown. */
function readAtOnce(fd: number, size: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(size + 1);
  if (readSync(fd, bytes, 0, size + 1, 0) !== size) throw new UnusableFile(CHANGED);
  return bytes.subarray(0, size);
}

function readLong(fd: number, size: number, isShared: boolean): Uint8Array {
  const bytes = isShared ? new Uint8Array(new SharedArrayBuffer(size)) : Buffer.allocUnsafe(size);
  const { source, isWhole } = startReading(fd);
  if (fill(source, bytes) !== size || !isWhole()) throw new UnusableFile(CHANGED);
  return bytes;
}

/**
 * Reads the start of a file, as much as `into` holds, in one call and without a stat. That is enough for a file that its folder lists as
 * regular, or whose hash is known: a single read of a regular file returns the content of that moment. Throws the system's error.
 */
export function readStart(path: string, into: Uint8Array): number {
  const fd = openSync(path, NO_FOLLOW_FLAGS);
  try {
    // With a position, which a pipe does not support: nothing is read from a pipe.
    return readSync(fd, into, 0, into.length, 0);
  } finally {
    closeSync(fd);
  }
}

const scratch = Buffer.allocUnsafeSlow((1 << 16) + 1);

/** The content in a new buffer; null where it is longer than 64 KiB. Throws as `readStart` does. */
export function readShortFile(path: string): Uint8Array | null {
  const length = readStart(path, scratch);
  return length < scratch.length ? Buffer.from(scratch.subarray(0, length)) : null;
}

/**
 * The content as text, with U+FFFD where it is not UTF-8; null also where it cannot be read. A caller that needs the reason uses a stricter
 * function.
 */
export function readShortText(path: string): string | null {
  try {
    const length = readStart(path, scratch);
    return length < scratch.length ? scratch.toString('utf8', 0, length) : null;
  } catch {
    return null;
  }
}
