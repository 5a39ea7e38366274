/** Reads bytes from an open file descriptor, also from one that another process has set to non-blocking. */
import { readSync } from 'node:fs';
import type { ByteSource } from '#core/ports';
import { pause } from '../lock/retry-until.ts';
import { errorCode } from '../os-error.ts';

const PAUSE_MS = 2;

export function descriptorSource(fd: number): ByteSource {
  return { read: (into) => readSome(fd, into) };
}

function readSome(fd: number, into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(fd, into, 0, into.length, null);
    } catch (error) {
      const code = errorCode(error);
      // Windows reports the end of a pipe as an error.
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      pause(PAUSE_MS);
    }
  }
}
