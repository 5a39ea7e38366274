/**
 * Where things lie in a folder store:
 *
 *     blobs/sha256/7c/7c1f…      the bytes with that SHA-256, shared between packs
 *     packs/9a0b….json           the manifest.json of pack sha256:9a0b…; a pack is there once this is
 */
import { type Digest, hexOf } from '#core/digest';

const SHARD = 'sha256:'.length;
const MANIFEST = /^([0-9a-f]{64})\.json$/;

export function blobsFolder(root: string): string {
  return `${root}/blobs/sha256`;
}

/** The first two digits: `7c`. No path is made of it before the whole digest was looked at. */
export function shardName(digest: Digest): string {
  return digest.slice(SHARD, SHARD + 2);
}

export function shardFolder(root: string, digest: Digest): string {
  return `${root}/blobs/sha256/${hexOf(digest).slice(0, 2)}`;
}

export function blobPath(root: string, digest: Digest): string {
  const hex = hexOf(digest);
  return `${root}/blobs/sha256/${hex.slice(0, 2)}/${hex}`;
}

/** What is out of sight until it is gone for good. */
export function removedFolder(root: string): string {
  return `${root}/removed`;
}

export function removedPath(root: string, digest: Digest): string {
  return `${root}/removed/${hexOf(digest)}`;
}

/** What gave way to the right bytes. */
export function damagedFolder(root: string): string {
  return `${root}/damaged`;
}

export function packsFolder(root: string): string {
  return `${root}/packs`;
}

export function manifestPath(root: string, packId: Digest): string {
  return `${root}/packs/${hexOf(packId)}.json`;
}

/** Null for a name that is no manifest's. */
export function packIdOfName(name: string): Digest | null {
  const hex = MANIFEST.exec(name)?.[1];
  return hex === undefined ? null : `sha256:${hex}`;
}
