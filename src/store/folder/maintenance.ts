/**
 * The maintenance of a folder store: it lists all blobs, moves blobs aside and puts them back. Each is a single rename, so that every blob
 * is in exactly one of the two places.
 *
 *     /srv/evidence/removed/7c1f…      set aside, until it is put back or purged
 */
import { lstatSync, readdirSync, renameSync, unlinkSync } from 'node:fs';
import type { Digest } from '#core/digest';
import { errorCode } from '#disk/os-error';
import type { Maintenance, StoredBlob } from '../store.ts';
import { blobPath, blobsFolder, removedFolder, removedPath } from './layout.ts';
import { linkNew } from './link-new.ts';
import { isFolder, makeFolder, shardsOf } from './shards.ts';

const HEX = /^[0-9a-f]{64}$/;

/** Reports the system's errors as refusals of the store. */
export type ReportErrors = <T>(action: 'read' | 'write', act: () => T, path: string) => T;

export function folderMaintenance(root: string, reportErrors: ReportErrors): Omit<Maintenance, 'seals'> {
  const reading = <T>(act: () => T): Promise<T> => Promise.resolve().then(() => reportErrors('read', act, root));
  const writing = (act: () => void): Promise<void> => Promise.resolve().then(() => reportErrors('write', act, root));
  return {
    blobs: () =>
      reading(() => {
        // A missing store is a mistake.
        readdirSync(root);
        const folder = blobsFolder(root);
        if (!isFolder(`${root}/blobs`) || !isFolder(folder)) return [];
        return namesIn(folder).flatMap((shard) => (/^[0-9a-f]{2}$/.test(shard) ? blobsIn(`${folder}/${shard}`, shard) : []));
      }),
    removed: () => reading(() => blobsIn(removedFolder(root), '')),
    setAside: (digests) =>
      writing(() => {
        makeFolder(removedFolder(root));
        for (const digest of digests) ignoreMissing(() => renameSync(blobPath(root, digest), removedPath(root, digest)));
      }),
    putBack: (digests) =>
      writing(() => {
        const shards = shardsOf(root);
        for (const digest of digests) {
          shards.make(digest);
          ignoreMissing(() => {
            // If it was sent again in the meantime, the new one stays.
            if (!linkNew(removedPath(root, digest), blobPath(root, digest))) unlinkSync(removedPath(root, digest));
          });
        }
      }),
    purge: (digests) =>
      writing(() => {
        for (const digest of digests) ignoreMissing(() => unlinkSync(removedPath(root, digest)));
      }),
  };
}

/** Another run may have done it already. */
export function ignoreMissing(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

function blobsIn(folder: string, shard: string): readonly StoredBlob[] {
  if (!isFolder(folder)) return [];
  return namesIn(folder).flatMap((name) => {
    if (!HEX.test(name) || !name.startsWith(shard)) return [];
    const found = lstatSync(`${folder}/${name}`, { throwIfNoEntry: false });
    if (found?.isFile() !== true) return [];
    // The later of the two times: a file that was moved or linked has an old modification time, but was put there just now.
    return [{ digest: `sha256:${name}` as Digest, size: found.size, since: Math.max(found.mtimeMs, found.ctimeMs) }];
  });
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder).sort();
}
