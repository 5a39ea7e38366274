/**
 * Blobs copied or hashed by the threads of the pool, several at a time; answers come in the order of the jobs. What was read is proven by its
 * hash alone: a copy with another hash than the wanted one may come of anything.
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
  /** What was written is on the disk when a call returns. */
  readonly sync: boolean;
}

/** `from` is a regular file, no link is followed to it; `to` is not there yet, its folder is. */
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
/** What a link, a folder, a pipe and a socket answer. */
const IRREGULAR = new Set([-ELOOP, -EISDIR, -ESPIPE, -ENXIO]);
const QUESTION = { algorithm: 'sha256', expectedSize: PROVEN_BY_HASH, isKnownRegular: true, confine: null } as const;

export function copyBlobs<T>(next: () => CopyJob<T> | undefined, { threads }: DiskUse, deliver: (item: T, copied: Copied) => void): void {
  copyFiles(
    () => {
      const job = next();
      return job && { ...job, isKnownRegular: true, isProvenByHash: true };
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
