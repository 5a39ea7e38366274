/**
 * The way of a blob into a folder store: its bytes are written into a staging folder by whoever reads them, and linked into their place once
 * their hash is known. What is in a place already stays there.
 *
 *     const intake = openIntake(place, { sync: true });
 *     try { …write the bytes of blob to intake.newFile()…; intake.accept(blob, file) } finally { intake.close() }
 */
import { lstatSync, unlinkSync } from 'node:fs';
import { type StagedFolder, stageFolder } from '#disk/write/whole-folder';
import type { Blob, BlobFile } from '../store.ts';
import type { DiskUse } from './copy.ts';
import { blobPath } from './layout.ts';
import { placeOnce, replaceFile } from './link-new.ts';
import { notABlob } from './refusals.ts';
import { shardsOf } from './shards.ts';
import type { FolderPlace } from './store.ts';

export interface FolderIntake {
  /** A path that nothing lies at, in the store's file system. */
  newFile(): string;
  /** The file holds exactly the bytes of the blob; it is gone afterwards. */
  accept(blob: Blob, file: string): void;
  /** Removes what was not accepted. */
  close(): void;
}

export function openIntake(place: FolderPlace, { sync }: DiskUse): FolderIntake {
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

/** What cannot have this hash, or was found not to, gives way to the whole one. */
export function placeBlob(
  { url, root }: FolderPlace,
  { digest, size, replaces = false }: Blob & Pick<BlobFile, 'replaces'>,
  staged: string,
): void {
  const path = blobPath(root, digest);
  if (placeOnce(staged, path)) return;
  const found = lstatSync(path);
  if (!found.isFile()) throw notABlob(url, digest, path);
  if (found.size === size && !replaces) unlinkSync(staged);
  else replaceFile(root, staged, path);
}
