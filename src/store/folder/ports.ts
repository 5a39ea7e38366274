/** What the disk does for a folder store: copying by threads, staging and syncing. */
import { constants } from 'node:os';
import { CHANGED, osTextOfErrno } from '#disk/os-error';
import { removeStale } from '#disk/write/staging-names';
import { syncFileSystem, syncPath } from '#disk/write/sync';
import { stageFolder } from '#disk/write/whole-folder';
import { CHANGED_DURING_READ, COPIED, type CopyAnswer, copyFiles, NOT_REGULAR, UNREADABLE, UNWRITABLE } from '#hashing/copy-files';
import { PROVEN_BY_HASH } from '#hashing/hash-file';
import { type Answer, hashFiles } from '#hashing/pool';
import type { Copied, FolderPorts } from './port-types.ts';

export interface DiskUse {
  readonly threads?: number | undefined;
  readonly sync: boolean;
}

const MISSING = new Set([-constants.errno.ENOENT, -constants.errno.ENOTDIR]);
const { ELOOP, EISDIR, ESPIPE, ENXIO } = constants.errno;
/** What a link, a folder, a pipe and a socket answer. */
const IRREGULAR = new Set([-ELOOP, -EISDIR, -ESPIPE, -ENXIO]);

export function folderPorts({ threads, sync }: DiskUse): FolderPorts {
  return {
    copyFiles: (next, deliver) =>
      copyFiles(
        () => {
          const job = next();
          return job && { item: job.item, from: job.from, to: job.to, isKnownRegular: true, isProvenByHash: true };
        },
        { threads },
        (item, answer) => deliver(item, copiedAs(answer)),
      ),
    hashFiles: (next, deliver) =>
      hashFiles(
        () => {
          const job = next();
          const question = { algorithm: 'sha256', expectedSize: PROVEN_BY_HASH, isKnownRegular: true, confine: null } as const;
          return job && { item: job.item, question: { ...question, path: job.path } };
        },
        { threads },
        (item, answer) => deliver(item, hashedAs(answer as Answer)),
      ),
    stageFolder: (parent, name) => stageFolder({ parent, name }, { sync }),
    removeStale,
    syncBelow: (root, paths) => {
      if (sync && !syncFileSystem(root)) for (const path of paths()) syncPath(path);
    },
    syncFolder: (folder) => {
      if (sync) syncPath(folder);
    },
  };
}

function hashedAs({ status, hex, size, errno }: Answer): Copied {
  return copiedAs({ status, hex, size, errno });
}

function copiedAs({ status, hex, size, errno }: Pick<CopyAnswer, 'status' | 'hex' | 'size' | 'errno'>): Copied {
  if (status === COPIED) return { kind: 'copied', hex, size };
  if (status === NOT_REGULAR || (status === UNREADABLE && IRREGULAR.has(errno))) return { kind: 'irregular' };
  const error = status === CHANGED_DURING_READ ? CHANGED : osTextOfErrno(errno);
  return { kind: status === UNWRITABLE ? 'unwritable' : 'unreadable', error, isMissing: MISSING.has(errno) };
}
