/** Which blobs a folder store has: judged by their length, or by all their bytes. A link instead of a blob is not followed. */
import { lstatSync } from 'node:fs';
import { type Digest, hexOf } from '#core/digest';
import type { Blob, Check, Presence, ReadBlob } from '../store.ts';
import { type Copied, type DiskUse, type HashJob, hashBlobs } from './copy.ts';
import { blobPath } from './layout.ts';
import { shardsOf } from './shards.ts';

/** With `disk` the bytes are read. */
export function presentBlobs(root: string, blobs: readonly Blob[], disk?: DiskUse): Presence {
  const shards = shardsOf(root);
  const checked = new Map<Digest, Check>();
  const damaged = new Set<Digest>();
  for (const { digest, size } of blobs) {
    const found = shards.has(digest) ? lstatSync(blobPath(root, digest), { throwIfNoEntry: false }) : undefined;
    if (found?.isFile() !== true) continue;
    if (found.size === size) checked.set(digest, 'size');
    else damaged.add(digest);
  }
  if (disk === undefined) return { checked, damaged };
  readBlobs(root, [...checked.keys()], {
    disk,
    done: (digest, { kind }) => {
      if (kind === 'sound') return void checked.set(digest, 'reading');
      checked.delete(digest);
      if (kind === 'damaged') damaged.add(digest);
    },
  });
  return { checked, damaged };
}

export interface Reading {
  readonly disk: DiskUse;
  readonly done: (digest: Digest, answer: ReadBlob) => void;
}

export function readBlobs(root: string, digests: readonly Digest[], { disk, done }: Reading): void {
  const shards = shardsOf(root);
  let at = 0;
  const next = (): HashJob<Digest> | undefined => {
    for (;;) {
      const digest = digests[at++];
      if (digest === undefined) return undefined;
      if (shards.has(digest)) return { item: digest, path: blobPath(root, digest) };
      done(digest, { kind: 'missing' });
    }
  };
  hashBlobs(next, disk, (digest, hashed) => done(digest, answerOf(digest, hashed)));
}

function answerOf(digest: Digest, hashed: Copied): ReadBlob {
  switch (hashed.kind) {
    case 'copied':
      return hashed.hex === hexOf(digest) ? { kind: 'sound', size: hashed.size } : { kind: 'damaged', found: `sha256:${hashed.hex}` };
    case 'irregular':
      return { kind: 'damaged', found: 'not a regular file' };
    case 'unreadable':
    case 'unwritable':
      return hashed.isMissing ? { kind: 'missing' } : { kind: 'damaged', found: `cannot be read: ${hashed.error}` };
  }
}

export function sizesIn(root: string): (digest: Digest) => number | undefined {
  const shards = shardsOf(root);
  return (digest) => {
    const found = shards.has(digest) ? lstatSync(blobPath(root, digest), { throwIfNoEntry: false }) : undefined;
    return found?.isFile() === true ? found.size : undefined;
  };
}
