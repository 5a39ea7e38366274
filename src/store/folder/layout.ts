/**
 * The layout of a folder store:
 *
 *     blobs/sha256/7c/7c1f…      the bytes with that SHA-256, shared between packs
 *     packs/9a0b….json           the manifest.json of pack sha256:9a0b…; the pack exists once this file does
 *     packs/9a0b….seals/52e4….json      a seal of that pack, under its own SHA-256
 */
import { type Digest, hexOf } from '#core/digest';
import { sealsFolderName } from '../seals.ts';

const SHARD = 'sha256:'.length;
const MANIFEST = /^([0-9a-f]{64})\.json$/;

export function blobsFolder(root: string): string {
  return `${root}/blobs/sha256`;
}

/** The first two digits: `7c`. The whole digest must be validated before it becomes part of a path. */
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

/** Blobs that are set aside until they are purged. */
export function removedFolder(root: string): string {
  return `${root}/removed`;
}

export function removedPath(root: string, digest: Digest): string {
  return `${root}/removed/${hexOf(digest)}`;
}

/** Damaged files that were replaced by the correct bytes. */
export function damagedFolder(root: string): string {
  return `${root}/damaged`;
}

export function packsFolder(root: string): string {
  return `${root}/packs`;
}

export function manifestPath(root: string, packId: Digest): string {
  return `${root}/packs/${hexOf(packId)}.json`;
}

export function sealsFolder(root: string, packId: Digest): string {
  return `${root}/packs/${sealsFolderName(packId)}`;
}

/** Null for a name that is not a manifest's. */
export function packIdOfName(name: string): Digest | null {
  const hex = MANIFEST.exec(name)?.[1];
  return hex === undefined ? null : `sha256:${hex}`;
}
