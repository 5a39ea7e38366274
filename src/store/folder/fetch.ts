/** Copies blobs out of a folder store and hashes them in one pass; a copy whose hash is not the blob's name is removed and refused. */
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { hexOf } from '#core/digest';
import type { Refusal } from '#core/refusal';
import { wrongBytes } from '../refusals.ts';
import type { WantedFile } from '../store.ts';
import { type Copied, type CopyJob, copyBlobs, type DiskUse } from './copy.ts';
import { blobPath } from './layout.ts';
import { fileFailure, folderFailure, noSuchBlob, notABlob } from './refusals.ts';
import { shardsOf } from './shards.ts';
import type { FolderPlace } from './store.ts';

export interface Fetching {
  readonly files: readonly WantedFile[];
  readonly done: (file: WantedFile, size: number) => void;
  readonly disk: DiskUse;
}

export function fetchBlobs(place: FolderPlace, { files, done, disk }: Fetching): void {
  const shards = shardsOf(place.root);
  let at = 0;
  const next = (): CopyJob<WantedFile> | undefined => {
    const wanted = files[at++];
    if (wanted === undefined) return undefined;
    if (!shards.has(wanted.digest)) throw noSuchBlob(place.url, wanted.digest);
    return { item: wanted, from: blobPath(place.root, wanted.digest), to: wanted.file };
  };
  copyBlobs(next, disk, (wanted, copied) => {
    if (copied.kind === 'copied' && copied.hex === hexOf(wanted.digest)) return done(wanted, copied.size);
    if (copied.kind === 'copied') rmSync(wanted.file);
    throw refusalOf(place, wanted, copied);
  });
}

function refusalOf({ url, root }: FolderPlace, { digest, file }: WantedFile, copied: Copied): Refusal {
  const path = blobPath(root, digest);
  switch (copied.kind) {
    case 'copied':
      return wrongBytes(pathToFileURL(path), digest, `sha256:${copied.hex}`);
    case 'unreadable':
      return copied.isMissing ? noSuchBlob(url, digest) : folderFailure('read', url, { path, error: copied.error });
    case 'irregular':
      return notABlob(url, digest, path);
    case 'unwritable':
      return fileFailure('write', { path: file, error: copied.error });
  }
}
