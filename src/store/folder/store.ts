/**
 * A folder as a store, the built-in default: `file:/srv/evidence`. Everything that a run leaves there is complete or absent, and is never
 * replaced; several processes can use it at the same time. Links inside the store are not followed.
 *
 *     /srv/evidence/blobs/sha256/7c/7c1f…      a blob
 *     /srv/evidence/packs/9a0b….json           a pack's manifest.json, written last
 *     /srv/evidence/packs/9a0b….seals/52e4….json      a seal of that pack
 *     /srv/evidence/tags/2025-12               a document: the tag of a pack, or a part of a ledger in ledgers/
 *     /srv/evidence/.blobs.9f8e….custody-staging/      a push in progress, or a killed one: the next push removes it
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareUtf8 } from '#core/bytes/order';
import { type Digest, hexOf } from '#core/digest';
import { errorCode, osText } from '#disk/os-error';
import { NotRegular, withRegularFile } from '#disk/read/regular-file';
import { removeStale } from '#disk/write/staging-names';
import { syncFileSystem, syncPath } from '#disk/write/sync';
import { stageFolder } from '#disk/write/whole-folder';
import { noSuchPack, otherPack } from '../refusals.ts';
import type { Blob, Store, StoredPack } from '../store.ts';
import type { DiskUse } from './copy.ts';
import { folderDocuments } from './documents.ts';
import { fetchBlobs } from './fetch.ts';
import { blobPath, blobsFolder, manifestPath, packIdOfName, packsFolder, shardFolder } from './layout.ts';
import { linkNew, replaceFile } from './link-new.ts';
import { folderMaintenance } from './maintenance.ts';
import { missingBlobs } from './missing-blobs.ts';
import { presentBlobs, readBlobs, sizesIn } from './read.ts';
import { folderFailure } from './refusals.ts';
import { folderSealMaintenance, folderSeals } from './seals.ts';
import { sendBlobs } from './send.ts';
import { isFolder, makeFolder } from './shards.ts';
import { openShardWriter } from './write-shards.ts';

export interface FolderPlace {
  /** As typed. */
  readonly url: string;
  /** Absolute. */
  readonly root: string;
}

export function openFolderStore(place: FolderPlace, disk: DiskUse): Store {
  const { url, root } = place;
  const reading = <T>(path: string, act: () => T): T => reportErrors('read', act, path);
  const reportErrors = <T>(action: 'read' | 'write', act: () => T, path: string): T => {
    try {
      return act();
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      throw folderFailure(action, url, { path: (error as NodeJS.ErrnoException).path ?? path, error: osText(error) });
    }
  };
  return {
    url,
    folder: root,
    present: async (blobs, how) => reading(root, () => presentBlobs(root, blobs, how?.reading === true ? disk : undefined)),
    read: async (digests, done) => reading(root, () => readBlobs(root, digests, { disk, done })),
    maintenance: { ...folderMaintenance(root, reportErrors), seals: folderSealMaintenance(root, reportErrors) },
    send: async (files, done) => reportErrors('write', () => sendBlobs(place, { files, done, disk }), root),
    fetch: async (files, done) => reading(root, () => fetchBlobs(place, { files, done, disk })),
    publish: async (pack) => reportErrors('write', () => publish(place, pack, disk), root),
    manifest: async (packId, limit = Number.POSITIVE_INFINITY) =>
      reading(manifestPath(root, packId), () => {
        const bytes = readManifest(place, packId, limit);
        if (bytes === undefined) throw noSuchPack(packId, url);
        return bytes;
      }),
    list: async () => reading(packsFolder(root), () => listPacks(root)),
    sizes: async () => sizesIn(root),
    documents: folderDocuments(place, disk, reportErrors),
    seals: folderSeals(place, disk, reportErrors),
    missing: (blobs) => reading(root, () => missingBlobs(root, blobs)),
    openWriter: () => {
      const writer = openShardWriter(place, disk);
      return {
        ...writer,
        fileFor: (digest) => reportErrors('write', () => writer.fileFor(digest), root),
        place: () => reportErrors('write', () => writer.place(), root),
        unwritable: (error) => folderFailure('write', url, { path: root, error }),
      };
    },
    close: () => {},
  };
}

function publish(
  place: FolderPlace,
  { packId, manifest, blobs, replaces = false }: StoredPack,
  { sync }: DiskUse,
): 'published' | 'present' {
  const { root } = place;
  // Also where there is nothing to send: a killed run may have left its staging after its last blob.
  removeStale(root);
  if (!replaces && isSame(place, packId, manifest)) return 'present';
  const staging = stageFolder({ parent: root, name: 'packs' }, { sync });
  try {
    const packs = packsFolder(root);
    makeFolder(packs);
    const staged = join(staging.path, hexOf(packId));
    writeFileSync(staged, manifest, { flag: 'wx' });
    if (sync && !syncFileSystem(root)) for (const path of [...pathsOf(root, blobs), staged, packs]) syncPath(path);
    if (replaces) replaceFile(root, staged, manifestPath(root, packId));
    else if (!linkNew(staged, manifestPath(root, packId))) return isSame(place, packId, manifest) ? 'present' : 'published';
    if (sync) syncPath(packs);
    return 'published';
  } finally {
    staging.discard();
  }
}

/** The paths of blobs, and of the folders that contain their names. */
function pathsOf(root: string, blobs: readonly Blob[]): Iterable<string> {
  const paths = blobs.flatMap(({ digest }) => [blobPath(root, digest), shardFolder(root, digest)]);
  return new Set([...paths, blobsFolder(root), `${root}/blobs`, root]);
}

/** Whether this manifest exists already; a different one at its path is refused. */
function isSame(place: FolderPlace, packId: Digest, manifest: Uint8Array): boolean {
  const found = readManifest(place, packId, manifest.length);
  if (found === undefined) return false;
  if (Buffer.compare(found, manifest) !== 0) throw otherPack(packId, place.url, 'a manifest of other content');
  return true;
}

/** Undefined where there is none. */
function readManifest({ url, root }: FolderPlace, packId: Digest, limit: number): Uint8Array | undefined {
  if (!isFolder(packsFolder(root))) return undefined;
  try {
    return withRegularFile(manifestPath(root, packId), { follow: false }, ({ size, bytes }) => {
      if (size > limit) throw otherPack(packId, url, `a manifest of ${size} bytes`);
      return bytes();
    });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return undefined;
    throw code === 'ELOOP' || error instanceof NotRegular ? otherPack(packId, url, 'not a regular file') : error;
  }
}

function listPacks(root: string): readonly Digest[] {
  // A missing store is a mistake; a store without packs is not.
  readdirSync(root);
  const folder = packsFolder(root);
  if (!isFolder(folder)) return [];
  const packs = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? (packIdOfName(entry.name) ?? []) : []));
  return packs.sort(compareUtf8);
}
