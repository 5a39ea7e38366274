/**
 * Sends files into a folder store: each is copied and hashed in one pass, and put in place if it has the expected hash. The first failure
 * ends the sending; blobs placed before it are complete and stay.
 */
import { hexOf } from '#core/digest';
import { changedFile } from '../refusals.ts';
import type { BlobFile } from '../store.ts';
import { type Copied, type CopyJob, copyBlobs, type DiskUse } from './copy.ts';
import { openBlobStaging } from './place-blob.ts';
import { fileFailure, folderFailure } from './refusals.ts';
import type { FolderPlace } from './store.ts';

export interface Sending {
  readonly files: readonly BlobFile[];
  readonly done: (file: BlobFile) => void;
  readonly disk: DiskUse;
}

export function sendBlobs(place: FolderPlace, { files, done, disk }: Sending): void {
  const staging = openBlobStaging(place, disk);
  let at = 0;
  const next = (): CopyJob<{ file: BlobFile; staged: string }> | undefined => {
    const file = files[at++];
    if (file === undefined) return undefined;
    const staged = staging.newFile();
    return { item: { file, staged }, from: file.file, to: staged };
  };
  try {
    copyBlobs(next, disk, ({ file, staged }, copied) => {
      requireCopied(place, file, copied);
      staging.accept(file, staged);
      done(file);
    });
  } finally {
    staging.close();
  }
}

function requireCopied({ url, root }: FolderPlace, { file, digest }: BlobFile, copied: Copied): void {
  switch (copied.kind) {
    case 'copied':
      if (copied.hex !== hexOf(digest)) throw changedFile(file, digest, `sha256:${copied.hex}`);
      return;
    case 'unreadable':
      throw fileFailure('read', { path: file, error: copied.error });
    case 'irregular':
      throw fileFailure('read', { path: file, error: 'Not a regular file' });
    case 'unwritable':
      throw folderFailure('write', url, { path: root, error: copied.error });
  }
}
