/** Reads a part of an open file by its place, as much as there is of it: it is shorter at the end of the file. Throws the system's error. */
import { readSync } from 'node:fs';

export function readPart(fd: number, at: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(fd, bytes, filled, length - filled, at + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
