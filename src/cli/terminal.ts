/**
 * Standard output and standard error as plain descriptors, written synchronously: without streams or buffers, so that nothing is lost if
 * the program ends unexpectedly.
 */
import { fstatSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { errorCode } from '#disk/os-error';
import { isStillAt } from '#disk/path/same-file';
import { writeAll } from '#disk/write/write-all';
import { ClosedPipe, type Terminal, UnwritableOutput } from './run-context.ts';

export function descriptorTerminal(fd: number): Terminal {
  return {
    get isTTY() {
      return isTerminal(fd);
    },
    get columns() {
      return (fd === 1 ? process.stdout.columns : process.stderr.columns) || 80;
    },
    write(bytes) {
      try {
        writeAll(fd, bytes);
      } catch (error) {
        // If standard error is closed, nothing can be reported.
        if (fd !== 2) throw outputError(error);
      }
    },
  };
}

export function isTerminal(fd: number): boolean {
  // Loaded only for a possible terminal: node:tty loads the network code too (2 ms for each start).
  return mayBeTerminal(fd) && process.getBuiltinModule('node:tty').isatty(fd);
}

/** Whether it is a character device other than `/dev/null`. */
function mayBeTerminal(fd: number): boolean {
  try {
    const found = fstatSync(fd);
    return found.isCharacterDevice() && found.rdev !== statSync(devNull).rdev;
  } catch {
    return true;
  }
}

export function isPipe(fd: number): boolean {
  try {
    const found = fstatSync(fd);
    return found.isFIFO() || found.isSocket();
  } catch {
    return false;
  }
}

/** Whether the descriptor reads a regular file, and this is a name of it. */
export function isOpenAs(fd: number, path: string): boolean {
  try {
    return isStillAt(path, fd);
  } catch {
    return false;
  }
}

function outputError(error: unknown): Error {
  const code = errorCode(error);
  // The reader of a pipe or socket has closed it.
  if (code === 'EPIPE' || code === 'ECONNRESET') return new ClosedPipe();
  return new UnwritableOutput('standard output cannot be written', { cause: error });
}
