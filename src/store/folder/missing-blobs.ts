/**
 * Which of many blobs are no longer in a folder store. Their folders are listed, which costs half as much as a stat for each. If a folder
 * has many more entries, only as many are listed as pays, and the remaining blobs are examined one by one. Only regular files count.
 *
 *     missingBlobs('/srv/evidence', blobs)      []
 */
import { lstatSync, opendirSync } from 'node:fs';
import { hexOf } from '#core/digest';
import type { Blob } from '../store.ts';
import { blobPath, shardFolder, shardName } from './layout.ts';
import { shardsOf } from './shards.ts';

/** The number of entries listed for each blob that is searched. */
const NAMES_LISTED = 4;
const NAMES_AT_ONCE = 1024;

export function missingBlobs<T extends Blob>(root: string, blobs: readonly T[]): readonly T[] {
  const shards = shardsOf(root);
  const byShard = new Map<string, T[]>();
  for (const blob of blobs) {
    const name = shardName(blob.digest);
    const found = byShard.get(name);
    if (found === undefined) byShard.set(name, [blob]);
    else found.push(blob);
  }
  return [...byShard.values()].flatMap((wanted) => {
    const { digest } = wanted[0] as T;
    if (!shards.has(digest)) return wanted;
    const listed = listFiles(shardFolder(root, digest), wanted.length * NAMES_LISTED);
    return wanted.filter((blob) => !listed.has(hexOf(blob.digest)) && !isFile(blobPath(root, blob.digest)));
  });
}

/** The names of regular files among the first entries. */
function listFiles(folder: string, most: number): ReadonlySet<string> {
  const names = new Set<string>();
  const listing = opendirSync(folder, { bufferSize: Math.min(most, NAMES_AT_ONCE) });
  try {
    for (let left = most; left > 0; left--) {
      const entry = listing.readSync();
      if (entry === null) break;
      if (entry.isFile()) names.add(entry.name);
    }
  } finally {
    listing.closeSync();
  }
  return names;
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
