/**
 * What is at a path, on every version of Node: undefined if nothing is there, and the system's error for all else.
 *
 *     statIfThere('/data/missing')         undefined
 *     statIfThere('/etc/passwd/x')         throws ENOTDIR
 *
 * `throwIfNoEntry: false` alone answers the second with undefined as well from Node 22 on.
 */
import { accessSync, type BigIntStats, type Stats, statSync } from 'node:fs';
import { errorCode } from '../os-error.ts';

export function statIfThere(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false }) ?? requireAbsent(path);
}

export function bigStatIfThere(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? requireAbsent(path);
}

function requireAbsent(path: string): undefined {
  try {
    accessSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
