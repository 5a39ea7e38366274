/**
 * Standard input, output and error as plain descriptors, read and written at once: no streams, no buffering, so that what was written
 * is written even if the program dies next.
 */
import { readSync, writeSync } from 'node:fs';
import type { ByteSource } from '#core/ports';
import { ClosedPipe, type Terminal, UnwritableOutput } from './world.ts';

export function descriptorSource(fd: number): ByteSource {
  return {
    read(into) {
      for (;;) {
        try {
          return readSync(fd, into, 0, into.length, null);
        } catch (error) {
          const code = codeOf(error);
          // Windows reports the end of a pipe as an error.
          if (code === 'EOF') return 0;
          if (code !== 'EAGAIN') throw error;
          pause();
        }
      }
    },
  };
}

export function descriptorTerminal(fd: number): Terminal {
  return {
    get isTTY() {
      // Loaded when asked for: node:tty brings the network along (1 ms a start).
      return process.getBuiltinModule('node:tty').isatty(fd);
    },
    get columns() {
      return (fd === 1 ? process.stdout.columns : process.stderr.columns) || 80;
    },
    write(bytes) {
      let done = 0;
      while (done < bytes.length) {
        try {
          done += writeSync(fd, bytes, done);
        } catch (error) {
          if (codeOf(error) === 'EAGAIN') pause();
          // Nothing can be told to anyone once standard error is gone.
          else if (fd === 2) return;
          else throw outputError(error);
        }
      }
    },
  };
}

function outputError(error: unknown): Error {
  // A pipe or a socket that nobody reads any more.
  if (codeOf(error) === 'EPIPE' || codeOf(error) === 'ECONNRESET') return new ClosedPipe();
  return new UnwritableOutput('standard output cannot be written', { cause: error });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** A descriptor shared with a program that made it non-blocking is not ready yet. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
