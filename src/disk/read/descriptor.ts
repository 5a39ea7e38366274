/** Bytes in from and out to an open file descriptor, also one that was set non-blocking by its other owner. */
import { readSync, writeSync } from 'node:fs';
import type { ByteSource } from '#core/ports';
import { pause } from '../lock/pause.ts';
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
