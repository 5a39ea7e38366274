/**
 * The folders of a folder store's blobs, `blobs/sha256/7c`, each examined once. Only real folders count: a link instead of one is never
 * followed.
 */
import { lstatSync, mkdirSync } from 'node:fs';
import type { Digest } from '#core/digest';
import { errorCode } from '#disk/os-error';
import { blobsFolder, shardFolder, shardName } from './layout.ts';

export interface Shards {
  has(digest: Digest): boolean;
  /** Throws the system's error where something else has this name. */
  make(digest: Digest): void;
}

export function shardsOf(root: string): Shards {
  const known = new Map<string, boolean>();
  const above = [`${root}/blobs`, blobsFolder(root)];
  let hasAbove: boolean | undefined;
  return {
    has(digest) {
      const name = shardName(digest);
      const before = known.get(name);
      if (before !== undefined) return before;
      hasAbove ??= above.every(isFolder);
      const isThere = hasAbove && isFolder(shardFolder(root, digest));
      known.set(name, isThere);
      return isThere;
    },
    make(digest) {
      const name = shardName(digest);
      if (known.get(name) === true) return;
      if (hasAbove !== true) above.forEach(makeFolder);
      hasAbove = true;
      makeFolder(shardFolder(root, digest));
      known.set(name, true);
    },
  };
}

/** A link to a folder is not accepted. */
export function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** An existing folder is accepted. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !isFolder(path)) throw error;
  }
}
