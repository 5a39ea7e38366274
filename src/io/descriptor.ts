/** Bytes in from and out to an open file descriptor, also one that was set non-blocking by its other owner. */
import { readSync, writeSync } from 'node:fs';
import type { ByteSink, ByteSource } from '#core/ports';
import { errorCode } from './os-error.ts';

const PAUSE_MS = 2;
const pauseCell = new Int32Array(new SharedArrayBuffer(4));

export function descriptorSource(fd: number): ByteSource {
  return { read: (into) => readSome(fd, into) };
}

function readSome(fd: number, into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(fd, into, 0, into.length, null);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(pauseCell, 0, 0, PAUSE_MS);
    }
  }
}

export function descriptorSink(fd: number): ByteSink {
  return { write: (bytes) => writeAll(fd, bytes) };
}

export function writeAll(fd: number, bytes: Uint8Array): void {
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at, bytes.length - at);
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN') throw error;
      Atomics.wait(pauseCell, 0, 0, PAUSE_MS);
    }
  }
}
