/**
 * Standard output and error as plain descriptors, written at once: no streams, no buffering, so that what was written is written even if
 * the program dies next.
 */
import { fstatSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { errorCode } from '#disk/os-error';
import { writeAll } from '#disk/write/write-all';
import { ClosedPipe, type Terminal, UnwritableOutput } from './world.ts';

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
        // Nothing can be told to anyone once standard error is gone.
        if (fd !== 2) throw outputError(error);
      }
    },
  };
}

export function isTerminal(fd: number): boolean {
  // Loaded only where it may be one: node:tty brings the network along (2 ms a start).
  return mayBeTerminal(fd) && process.getBuiltinModule('node:tty').isatty(fd);
}

/** A device, but not the one that most output goes to which nobody wants to see. */
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

function outputError(error: unknown): Error {
  const code = errorCode(error);
  // A pipe or a socket that nobody reads any more.
  if (code === 'EPIPE' || code === 'ECONNRESET') return new ClosedPipe();
  return new UnwritableOutput('standard output cannot be written', { cause: error });
}
