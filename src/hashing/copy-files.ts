/**
 * Several threads copy and hash many files; the answers are delivered in the order of the jobs. Each source is read once, through one
 * descriptor, and the bytes that are hashed are the bytes that are written (C8). A copy that fails leaves no file.
 *
 *     copyFiles(nextJob, { threads: 2 }, (item, { status, size, hex }) => …)
 */
import {
  ANY_SIZE,
  CHANGED_DURING_READ,
  type FileQuestion,
  HASHED,
  NOT_REGULAR,
  PROVEN_BY_HASH,
  UNREADABLE,
  UNWRITABLE,
} from './hash-file.ts';
import { openHashPool, type PoolOptions } from './pool.ts';

export { CHANGED_DURING_READ, NOT_REGULAR, UNREADABLE, UNWRITABLE };
export const COPIED = HASHED;

export interface CopyJob<T> {
  readonly item: T;
  readonly from: string;
  /** The file must not exist yet; its folder must exist. */
  readonly to: string;
  /** The directory entry says that this is a regular file: no link is followed. */
  readonly isKnownRegular?: boolean;
  readonly alsoBlake3?: boolean;
  /** The caller knows the expected hash, so a short regular file is only read: no stat comes first. */
  readonly isProvenByHash?: boolean;
}

export interface CopyAnswer {
  /** `COPIED`, `UNREADABLE`, `UNWRITABLE`, `NOT_REGULAR` or `CHANGED_DURING_READ`. */
  readonly status: number;
  readonly size: number;
  /** SHA-256 of what was copied. */
  readonly hex: string;
  /** Negative, as Node reports it; 0 where the system reported no error. */
  readonly errno: number;
  /** The bits that the pool's inspectors returned. */
  readonly looks: number;
  /** Hex, or empty where it was not requested. */
  readonly blake3: string;
}

/** An error thrown by `deliver` ends the work. When this function returns or throws, no thread writes to a target any more. */
export function copyFiles<T>(
  next: () => CopyJob<T> | undefined,
  options: Pick<PoolOptions, 'threads' | 'inspect'>,
  deliver: (item: T, answer: CopyAnswer) => void,
): void {
  const pool = openHashPool(options);
  try {
    pool.hash(
      () => {
        const job = next();
        return job === undefined ? undefined : { item: job.item, question: questionOf(job) };
      },
      (item, answer) => {
        const { status, size, hex, errno, copied } = answer ?? NOTHING_ASKED;
        deliver(item, { status, size, hex, errno, looks: copied?.looks ?? 0, blake3: copied?.blake3 ?? '' });
      },
    );
  } finally {
    pool.close();
    pool.awaitRest();
  }
}

const NOTHING_ASKED = { status: UNREADABLE, size: 0, hex: '', errno: 0, copied: undefined };

function questionOf<T>({ from, to, isKnownRegular = false, alsoBlake3 = false, isProvenByHash = false }: CopyJob<T>): FileQuestion {
  const expectedSize = isProvenByHash ? PROVEN_BY_HASH : ANY_SIZE;
  return { path: from, algorithm: 'sha256', expectedSize, isKnownRegular, confine: null, copy: { to, alsoBlake3 } };
}
