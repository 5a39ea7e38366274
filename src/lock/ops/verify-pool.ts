/** The threads that check members. Where the lockfile is long they are woken before it is read, so that they are there when it has been. */
import { statSync } from 'node:fs';
import { exactRealPath } from '#disk/path/real-path';
import { type HashPool, openHashPool } from '#hashing/pool';

export interface VerifyPool extends HashPool {
  /** The real path of the root, where links must not leave it. */
  readonly confine: string | null;
}

export interface VerifyPoolOptions {
  /** Absolute; that it is a folder is judged later. */
  readonly root: string;
  readonly confined: boolean;
  readonly threads?: number | undefined;
  readonly lockfile: string | Uint8Array;
}

/** About 1,500 members. */
const LONG = 1 << 18;

export function openVerifyPool({ root, confined, threads, lockfile }: VerifyPoolOptions): VerifyPool {
  const confine = confined ? realPathOf(root) : null;
  const pool = openHashPool({ threads, confine });
  if (lengthOf(lockfile) >= LONG) pool.start();
  return { ...pool, confine };
}

function lengthOf(lockfile: string | Uint8Array): number {
  return typeof lockfile === 'string' ? sizeOf(lockfile) : lockfile.length;
}

/** One that cannot be asked is refused when it is read. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** A root whose real path is not told confines as well: then nothing is found to lie in it. */
function realPathOf(root: string): string {
  try {
    return exactRealPath(root);
  } catch {
    return root;
  }
}
