/**
 * The status of a path, the same on every version of Node: undefined if nothing exists there, and the system's error in all other cases.
 *
 *     statIfThere('/data/missing')         undefined
 *     statIfThere('/etc/passwd/x')         throws ENOTDIR
 *
 *     isFileThere('/etc/passwd/x')         false
 *
 * From Node 22 on, `throwIfNoEntry: false` alone returns undefined in the second case too.
 */
import { accessSync, type BigIntStats, type Stats, statSync } from 'node:fs';
import { errorCode } from '../os-error.ts';

export function statIfThere(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false }) ?? requireAbsent(path);
}

export function bigStatIfThere(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? requireAbsent(path);
}

/** Whether a regular file is there, also through a link; false if that cannot be determined. */
export function isFileThere(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function requireAbsent(path: string): undefined {
  try {
    accessSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
