/**
 * How a blob gets into a folder store: the caller that reads it writes its bytes into a staging folder, and the file is linked into place
 * when its hash is known. An existing blob stays.
 *
 *     const staging = openBlobStaging(place, { sync: true });
 *     try { …write the bytes of blob to staging.newFile()…; staging.accept(blob, file) } finally { staging.close() }
 */
import { lstatSync, unlinkSync } from 'node:fs';
import { type StagedFolder, stageFolder } from '#disk/write/whole-folder';
import type { Blob, BlobFile } from '../store.ts';
import type { DiskUse } from './copy.ts';
import { blobPath } from './layout.ts';
import { linkNew, replaceFile } from './link-new.ts';
import { notABlob } from './refusals.ts';
import { shardsOf } from './shards.ts';
import type { FolderPlace } from './store.ts';

export interface BlobStaging {
  /** A path at which nothing exists, in the store's file system. */
  newFile(): string;
  /** The file contains exactly the bytes of the blob; it is moved away. */
  accept(blob: Blob, file: string): void;
  /** Removes the files that were not accepted. */
  close(): void;
}

export function openBlobStaging(place: FolderPlace, { sync }: DiskUse): BlobStaging {
  const shards = shardsOf(place.root);
  let staging: StagedFolder | undefined;
  let count = 0;
  return {
    newFile() {
      staging ??= stageFolder({ parent: place.root, name: 'blobs' }, { sync });
      return `${staging.path}/${count++}`;
    },
    accept(blob, file) {
      shards.make(blob.digest);
      placeBlob(place, blob, file);
    },
    close: () => staging?.discard(),
  };
}

/** An existing file that cannot have this hash, or was found not to have it, is replaced by the correct one. */
export function placeBlob(
  { url, root }: FolderPlace,
  { digest, size, replaces = false }: Blob & Pick<BlobFile, 'replaces'>,
  staged: string,
): void {
  const path = blobPath(root, digest);
  if (linkNew(staged, path)) return;
  const found = lstatSync(path);
  if (!found.isFile()) throw notABlob(url, digest, path);
  if (found.size === size && !replaces) unlinkSync(staged);
  else replaceFile(root, staged, path);
}
