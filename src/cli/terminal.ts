/**
 * Standard output and error as plain descriptors, written at once: no streams, no buffering, so that what was written is written even if
 * the program dies next.
 */
import { writeAll } from '#io/descriptor';
import { errorCode } from '#io/os-error';
import { ClosedPipe, type Terminal, UnwritableOutput } from './world.ts';

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
      try {
        writeAll(fd, bytes);
      } catch (error) {
        // Nothing can be told to anyone once standard error is gone.
        if (fd !== 2) throw outputError(error);
      }
    },
  };
}

function outputError(error: unknown): Error {
  const code = errorCode(error);
  // A pipe or a socket that nobody reads any more.
  if (code === 'EPIPE' || code === 'ECONNRESET') return new ClosedPipe();
  return new UnwritableOutput('standard output cannot be written', { cause: error });
}
