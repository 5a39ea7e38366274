/**
 * A short file, whole, through one descriptor: nothing but a regular file is waited for, and one that changes its length while it is read,
 * or if it is long its time, is an error (C8).
 *
 *     readRegularFile('/home/u/.ai/lockfiles/t@1.0.0.lock.json', { most: 1 << 24, follow: true })
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** What is not read at once may be written to meanwhile. */
const AT_ONCE = 1 << 20;
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Throws the system's error, or one that says in words why the file will not do. */
export function readRegularFile(path: string, { most, follow }: { readonly most: number; readonly follow: boolean }): Uint8Array {
  const fd = openSync(path, O_RDONLY | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW));
  try {
    const found = fstatSync(fd);
    if (!found.isFile()) throw new Error(found.isDirectory() ? 'Is a directory' : 'not a regular file');
    if (found.size > most) throw new Error(`longer than ${most} bytes`);
    // One byte more than there should be shows a file that has grown.
    const bytes = Buffer.allocUnsafe(found.size + 1);
    if (fill(fd, bytes) !== found.size || (found.size > AT_ONCE && fstatSync(fd).mtimeMs !== found.mtimeMs))
      throw new Error('changed while it was read');
    return bytes.subarray(0, found.size);
  } finally {
    closeSync(fd);
  }
}

function fill(fd: number, bytes: Uint8Array): number {
  let length = 0;
  for (let count = -1; count !== 0 && length < bytes.length; length += count)
    count = readSync(fd, bytes, length, bytes.length - length, null);
  return length;
}
