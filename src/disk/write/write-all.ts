/** Writes all bytes to an open file descriptor, also to one that another process has set to non-blocking. */
import { writeSync } from 'node:fs';
import { pause } from '../lock/retry-until.ts';
import { errorCode } from '../os-error.ts';

const PAUSE_MS = 2;

export function writeAll(fd: number, bytes: Uint8Array): void {
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at, bytes.length - at);
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN') throw error;
      pause(PAUSE_MS);
    }
  }
}
