/**
 * Why a file has no hash, in the words of its warning.
 *
 *     describeReadFailure({ status: UNREADABLE, errno: -13, … }, 12)   Permission denied
 */

import { osTextOfErrno } from '#disk/os-error';
import { CHANGED_DURING_READ, NOT_REGULAR, SIZE_DIFFERS } from '#hashing/hash-file';
import type { Answer } from '#hashing/pool';
import { changedSinceScan, changedWhileRead } from '../warnings.ts';

/** `scannedSize` as the record has it. */
export function describeReadFailure(answer: Answer, scannedSize: number | bigint | null): string {
  switch (answer.status) {
    case NOT_REGULAR:
      return 'Not a regular file';
    case SIZE_DIFFERS:
      return changedSinceScan(scannedSize ?? 0, answer.size);
    case CHANGED_DURING_READ:
      return changedWhileRead;
    default:
      return osTextOfErrno(answer.errno);
  }
}
