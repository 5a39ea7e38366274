/**
 * Which of many blobs are no longer in a folder store. Only regular files count, and no link to a shard is followed.
 *
 *     missingBlobs('/srv/evidence', blobs)      []
 */
import { lstatSync } from 'node:fs';
import type { Blob } from '../store.ts';
import { blobPath } from './layout.ts';
import { shardsOf } from './shards.ts';

export function missingBlobs<T extends Blob>(root: string, blobs: readonly T[]): readonly T[] {
  const shards = shardsOf(root);
  return blobs.filter(({ digest }) => !shards.has(digest) || !isFile(blobPath(root, digest)));
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
