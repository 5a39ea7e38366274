/**
 * The threads of the pool copy or hash blobs, several at a time; the answers come in the order of the jobs. Only its hash proves what was
 * read: a copy with an unexpected hash may have any cause.
 *
 *     copyBlobs(next, disk, (item, copied) => …)      { kind: 'copied', hex: '7c1f…', size: 812 }
 */
import { constants } from 'node:os';
import { CHANGED, osTextOfErrno } from '#disk/os-error';
import { CHANGED_DURING_READ, COPIED, type CopyAnswer, copyFiles, NOT_REGULAR, UNREADABLE, UNWRITABLE } from '#hashing/copy-files';
import { PROVEN_BY_HASH } from '#hashing/hash-file';
import { type Answer, hashFiles } from '#hashing/pool';

export interface DiskUse {
  readonly threads?: number | undefined;
  /** When a call returns, everything written is on the disk. */
  readonly sync: boolean;
}

/** `from` is a regular file, and no link to it is followed; `to` does not exist yet, its folder does. */
export interface CopyJob<T> {
  readonly item: T;
  readonly from: string;
  readonly to: string;
}

export interface HashJob<T> {
  readonly item: T;
  readonly path: string;
}

export type Copied =
  | { readonly kind: 'copied'; readonly hex: string; readonly size: number }
  | { readonly kind: 'unreadable' | 'unwritable'; readonly error: string; readonly isMissing: boolean }
  | { readonly kind: 'irregular' };

const MISSING = new Set([-constants.errno.ENOENT, -constants.errno.ENOTDIR]);
const { ELOOP, EISDIR, ESPIPE, ENXIO } = constants.errno;
/** The errors for a link, a folder, a pipe and a socket. */
const IRREGULAR = new Set([-ELOOP, -EISDIR, -ESPIPE, -ENXIO]);
const QUESTION = { algorithm: 'sha256', expectedSize: PROVEN_BY_HASH, isKnownRegular: true, confine: null } as const;

export function copyBlobs<T>(next: () => CopyJob<T> | undefined, { threads }: DiskUse, deliver: (item: T, copied: Copied) => void): void {
  copyFiles(
    () => {
      const job = next();
      // Field by field: a spread takes many times as long, and this runs for every blob.
      return job && { item: job.item, from: job.from, to: job.to, isKnownRegular: true, isProvenByHash: true };
    },
    { threads },
    (item, answer) => deliver(item, copiedAs(answer)),
  );
}

export function hashBlobs<T>(next: () => HashJob<T> | undefined, { threads }: DiskUse, deliver: (item: T, hashed: Copied) => void): void {
  hashFiles(
    () => {
      const job = next();
      return job && { item: job.item, question: { ...QUESTION, path: job.path } };
    },
    { threads },
    (item, answer) => deliver(item, copiedAs(answer as Answer)),
  );
}

function copiedAs({ status, hex, size, errno }: Pick<CopyAnswer, 'status' | 'hex' | 'size' | 'errno'>): Copied {
  if (status === COPIED) return { kind: 'copied', hex, size };
  if (status === NOT_REGULAR || (status === UNREADABLE && IRREGULAR.has(errno))) return { kind: 'irregular' };
  const error = status === CHANGED_DURING_READ ? CHANGED : osTextOfErrno(errno);
  return { kind: status === UNWRITABLE ? 'unwritable' : 'unreadable', error, isMissing: MISSING.has(errno) };
}
