/** A given stack.lock: a path, or the bytes of one. */

import { errorCode, osText } from '#disk/os-error';
import { withGivenFile } from '#disk/read/given-file';
import { type LockFile, parseLockFile, readLockFile } from '#stack/ops/lock-file';
import { cannotAccess } from '#stack/refusals';
import { absolute } from './given-path.ts';

export function lockName(lock: string | Uint8Array): string {
  return typeof lock === 'string' ? lock : '(bytes)';
}

/** Throws `E_BAD_LOCK` or `E_IO`. */
export function openLockFile(lock: string | Uint8Array): LockFile {
  if (typeof lock !== 'string') return parseLockFile(lock, lockName(lock));
  try {
    return withGivenFile(absolute(lock), ({ source }) => readLockFile(source, lock));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw cannotAccess(`cannot read stack lock ${lock}`, lock, osText(error));
  }
}
