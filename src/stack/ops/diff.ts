/**
 * What differs between two locks, wherever they lie; both must be whole, whichever form each is written in.
 *
 *     diffLockFiles(readLockFile(a, 'old.lock'), readLockFile(b, 'stack.lock'))     changes, the heaviest first
 */
import { diffStackLocks, type StackDiff } from '../diff/diff.ts';
import type { LockFile } from './lock-file.ts';

export function diffLockFiles(old: LockFile, now: LockFile): StackDiff {
  return diffStackLocks(old.document, now.document);
}
