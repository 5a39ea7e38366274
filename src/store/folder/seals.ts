/**
 * The seals in a folder store: `packs/<hex of the pack>.seals/<hex of the seal>.json`, a file each, beside the manifest. Each is written
 * completely, synced and then linked to its name. Links are not followed.
 */
import { lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareUtf8 } from '#core/bytes/order';
import type { Digest } from '#core/digest';
import { errorCode } from '#disk/os-error';
import { NotRegular, withRegularFile } from '#disk/read/regular-file';
import { removeStale } from '#disk/write/staging-names';
import { syncPath } from '#disk/write/sync';
import { stageFolder } from '#disk/write/whole-folder';
import {
  type FoundSeal,
  type ListedSeal,
  MAX_SEAL_LENGTH,
  packOfSealsFolder,
  readWithin,
  removedNameOf,
  removedOfName,
  type SealMaintenance,
  type SealName,
  type Seals,
  type StoredSeal,
  sealNameOf,
  sealOfName,
  sealOrDamage,
} from '../seals.ts';
import type { DiskUse } from './copy.ts';
import { packsFolder, removedFolder, sealsFolder } from './layout.ts';
import { linkNew, replaceFile } from './link-new.ts';
import { ignoreMissing, type ReportErrors } from './maintenance.ts';
import { isFolder, makeFolder } from './shards.ts';
import type { FolderPlace } from './store.ts';

/** How often a garbage collection may remove the folder between its creation and its first use. */
const TRIES = 10;

export function folderSeals({ root }: FolderPlace, { sync }: DiskUse, reportErrors: ReportErrors): Seals {
  return {
    known: async () =>
      reportErrors(
        'read',
        () => {
          const packs = new Set(packsWithSeals(root));
          return (packId) => packs.has(packId);
        },
        packsFolder(root),
      ),
    read: async (packId, limits) =>
      readWithin(
        reportErrors('read', () => sealsOf(root, packId), sealsFolder(root, packId)),
        limits,
        async (digest) => reportErrors('read', () => readSeal(root, packId, digest), sealsFolder(root, packId)),
      ),
    add: async (packId, seals, { replaces } = { replaces: false }) =>
      reportErrors('write', () => addSeals(root, packId, seals, { sync, replaces }), sealsFolder(root, packId)),
  };
}

export function folderSealMaintenance(root: string, reportErrors: ReportErrors): SealMaintenance {
  const writing = async (seals: readonly SealName[], act: (seal: SealName) => void): Promise<void> =>
    reportErrors(
      'write',
      () => {
        for (const seal of seals) ignoreMissing(() => act(seal));
      },
      root,
    );
  const removedPath = (seal: SealName): string => join(removedFolder(root), removedNameOf(seal));
  return {
    list: async () => reportErrors('read', () => packsWithSeals(root).flatMap((packId) => listed(root, packId)), root),
    removed: async () =>
      reportErrors(
        'read',
        () => {
          const folder = removedFolder(root);
          if (!isFolder(folder)) return [];
          return readdirSync(folder)
            .sort()
            .flatMap((name) => {
              const seal = removedOfName(name);
              return seal === undefined ? [] : factsOf(join(folder, name), seal);
            });
        },
        root,
      ),
    setAside: async (seals) => {
      if (seals.length === 0) return;
      reportErrors('write', () => makeFolder(removedFolder(root)), root);
      await writing(seals, (seal) => renameSync(pathOf(root, seal.packId, seal.digest), removedPath(seal)));
      reportErrors(
        'write',
        () => {
          for (const packId of new Set(seals.map((seal) => seal.packId))) removeIfEmpty(sealsFolder(root, packId));
        },
        root,
      );
    },
    putBack: (seals) =>
      writing(seals, (seal) => {
        makeFolder(sealsFolder(root, seal.packId));
        // If it was added again in the meantime, the new one stays.
        if (!linkNew(removedPath(seal), pathOf(root, seal.packId, seal.digest))) unlinkSync(removedPath(seal));
      }),
    purge: (seals) => writing(seals, (seal) => unlinkSync(removedPath(seal))),
  };
}

function pathOf(root: string, packId: Digest, digest: Digest): string {
  return join(sealsFolder(root, packId), sealNameOf(digest));
}

function packsWithSeals(root: string): readonly Digest[] {
  if (!isFolder(packsFolder(root))) return [];
  return readdirSync(packsFolder(root), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? (packOfSealsFolder(entry.name) ?? []) : [],
  );
}

function sealsOf(root: string, packId: Digest): readonly Digest[] {
  const folder = sealsFolder(root, packId);
  if (!isFolder(packsFolder(root)) || !isFolder(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => sealOfName(name) ?? [])
    .sort(compareUtf8);
}

function listed(root: string, packId: Digest): readonly ListedSeal[] {
  return sealsOf(root, packId).flatMap((digest) => factsOf(pathOf(root, packId, digest), { packId, digest }));
}

function factsOf(path: string, seal: SealName): readonly ListedSeal[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return [];
  return [{ ...seal, size: found.size, since: Math.max(found.mtimeMs, found.ctimeMs) }];
}

function readSeal(root: string, packId: Digest, digest: Digest): FoundSeal {
  try {
    return withRegularFile(pathOf(root, packId, digest), { follow: false }, ({ size, bytes }) =>
      sealOrDamage(digest, size > MAX_SEAL_LENGTH ? 'longer' : bytes()),
    );
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP' || error instanceof NotRegular) return { digest, found: 'not a regular file' };
    throw error;
  }
}

function addSeals(
  root: string,
  packId: Digest,
  seals: readonly StoredSeal[],
  { sync, replaces }: { readonly sync: boolean; readonly replaces: boolean },
): number {
  const there = new Set(sealsOf(root, packId));
  const absent = seals.filter(({ digest }) => replaces || !there.has(digest));
  if (absent.length === 0) return 0;
  removeStale(root);
  const staging = stageFolder({ parent: root, name: 'packs' }, { sync });
  const folder = sealsFolder(root, packId);
  try {
    let added = 0;
    for (const { digest, bytes } of absent) {
      const staged = join(staging.path, sealNameOf(digest));
      writeFileSync(staged, bytes, { flag: 'wx' });
      if (sync) syncPath(staged);
      if (place(root, staged, { folder, digest, replaces })) added++;
    }
    if (sync) for (const path of [folder, packsFolder(root)]) if (isFolder(path)) syncPath(path);
    return added;
  } finally {
    staging.discard();
  }
}

function place(
  root: string,
  staged: string,
  { folder, digest, replaces }: { readonly folder: string; readonly digest: Digest; readonly replaces: boolean },
): boolean {
  const path = join(folder, sealNameOf(digest));
  for (let tries = 1; ; tries++) {
    try {
      makeFolder(packsFolder(root));
      makeFolder(folder);
      if (!replaces) return linkNew(staged, path);
      replaceFile(root, staged, path);
      return true;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || tries === TRIES) throw error;
    }
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error;
  }
}
