/**
 * The verification of a pack writes blobs into a folder store's staging, with one folder for each shard; none is in the store before all of
 * them are written. A shard that the store does not have yet is moved there as a whole, by one rename, which never replaces a folder with
 * content. The blobs of other shards are linked into place one by one.
 *
 *     /srv/evidence/.blobs.9f8e….custody-staging/content/7c/7c1f…      becomes /srv/evidence/blobs/sha256/7c/7c1f…
 */
import { lstatSync, mkdirSync, renameSync } from 'node:fs';
import { type Digest, hexOf } from '#core/digest';
import { errorCode } from '#disk/os-error';
import { type StagedFolder, stageFolder } from '#disk/write/whole-folder';
import type { BlobWriter } from '../store.ts';
import type { DiskUse } from './copy.ts';
import { blobPath, shardFolder, shardName } from './layout.ts';
import { placeBlob } from './place-blob.ts';
import { type Shards, shardsOf } from './shards.ts';
import type { FolderPlace } from './store.ts';

interface StagedShard {
  readonly folder: string;
  /** The digest of one of its blobs. */
  readonly digest: Digest;
  /** The store did not have this shard. */
  readonly isNew: boolean;
  /** The number of files that were requested and not accepted: they may contain anything. */
  open: number;
}

const NOT_ACCEPTED = -1;

export function openShardWriter(place: FolderPlace, { sync }: DiskUse): Omit<BlobWriter, 'unwritable'> {
  const { root } = place;
  const shards = shardsOf(root);
  // Numbers, not objects: objects that live as long as the push cost the garbage collector time.
  const sizes = new Map<Digest, number>();
  const staged = new Map<string, StagedShard>();
  let staging: StagedFolder | undefined;
  const stage = (digest: Digest, isNew: boolean): StagedShard => {
    staging ??= stageFolder({ parent: root, name: 'blobs' }, { sync });
    const name = shardName(digest);
    const shard = { folder: `${staging.path}/${name}`, digest, isNew, open: 0 };
    mkdirSync(shard.folder);
    staged.set(name, shard);
    return shard;
  };
  const stagedShard = (digest: Digest): StagedShard | undefined => staged.get(shardName(digest));
  return {
    fileFor(digest) {
      if (sizes.has(digest)) return null;
      sizes.set(digest, NOT_ACCEPTED);
      const hex = hexOf(digest);
      const hasShard = shards.has(digest);
      if (hasShard && lstatSync(blobPath(root, digest), { throwIfNoEntry: false }) !== undefined) return null;
      const shard = stagedShard(digest) ?? stage(digest, !hasShard);
      shard.open++;
      return `${shard.folder}/${hex}`;
    },
    accept({ digest, size }) {
      sizes.set(digest, size);
      (stagedShard(digest) as StagedShard).open--;
    },
    place() {
      const left = new Set([...staged.values()].filter((shard) => !placeWhole(root, shards, shard)));
      for (const [digest, size] of left.size === 0 ? [] : sizes) {
        const shard = stagedShard(digest);
        if (size === NOT_ACCEPTED || shard === undefined || !left.has(shard)) continue;
        shards.make(digest);
        placeBlob(place, { digest, size }, `${shard.folder}/${hexOf(digest)}`);
      }
      return (digest) => (sizes.get(digest) ?? NOT_ACCEPTED) !== NOT_ACCEPTED;
    },
    close: () => staging?.discard(),
  };
}

/** False where another run was first, or the system cannot rename: then each blob is placed by itself, and reports its own error. */
function placeWhole(root: string, shards: Shards, { folder, digest, isNew, open }: StagedShard): boolean {
  if (!isNew || open > 0) return false;
  shards.make(digest);
  try {
    renameSync(folder, shardFolder(root, digest));
    return true;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
