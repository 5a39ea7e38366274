/**
 * The documents of a folder store: `tags/2025-12`, a file each. A new one is written completely, synced and then linked to its name, so that
 * one of two writers is refused because the name is taken. Links are not followed.
 */
import { lstatSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareUtf8 } from '#core/bytes/order';
import { errorCode } from '#disk/os-error';
import { NotRegular, withRegularFile } from '#disk/read/regular-file';
import { removeStale } from '#disk/write/staging-names';
import { syncPath } from '#disk/write/sync';
import { stageFolder } from '#disk/write/whole-folder';
import { type DocumentFolder, type Documents, isDocumentName, otherDocument } from '../documents.ts';
import type { DiskUse } from './copy.ts';
import { linkNew } from './link-new.ts';
import { isFolder, makeFolder } from './shards.ts';
import type { FolderPlace } from './store.ts';

/** Reports a system error as one of the store. */
type Reporting = <T>(action: 'read' | 'write', act: () => T, path: string) => T;

export function folderDocuments(place: FolderPlace, { sync }: DiskUse, reporting: Reporting): Documents {
  const { root } = place;
  const write = (folder: DocumentFolder, name: string, put: (staged: string, path: string) => boolean, bytes: Uint8Array): boolean => {
    removeStale(root);
    const staging = stageFolder({ parent: root, name: folder }, { sync });
    try {
      makeFolder(`${root}/${folder}`);
      const staged = join(staging.path, name);
      writeFileSync(staged, bytes, { flag: 'wx' });
      if (sync) syncPath(staged);
      const isPut = put(staged, pathOf(root, folder, name));
      if (sync) for (const path of [`${root}/${folder}`, root]) syncPath(path);
      return isPut;
    } finally {
      staging.discard();
    }
  };
  return {
    list: async (folder) => reporting('read', () => listNames(root, folder), `${root}/${folder}`),
    read: async (folder, name, limit) => reporting('read', () => readDocument(place, folder, name, limit), pathOf(root, folder, name)),
    create: async (folder, name, bytes) =>
      reporting('write', () => (write(folder, name, linkNew, bytes) ? 'created' : 'present'), pathOf(root, folder, name)),
    replace: async (folder, name, bytes) => {
      const put = (staged: string, path: string): boolean => {
        const found = lstatSync(path, { throwIfNoEntry: false });
        if (found !== undefined && !found.isFile()) throw otherDocument(place.url, folder, name, 'not a regular file');
        renameSync(staged, path);
        return true;
      };
      reporting('write', () => write(folder, name, put, bytes), pathOf(root, folder, name));
    },
  };
}

function pathOf(root: string, folder: DocumentFolder, name: string): string {
  if (!isDocumentName(name)) throw new Error(`not the name of a document: ${name}`);
  return `${root}/${folder}/${name}`;
}

function listNames(root: string, folder: DocumentFolder): readonly string[] {
  if (!isFolder(`${root}/${folder}`)) return [];
  const entries = readdirSync(`${root}/${folder}`, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() && isDocumentName(entry.name) ? [entry.name] : [])).sort(compareUtf8);
}

function readDocument({ url, root }: FolderPlace, folder: DocumentFolder, name: string, limit: number): Uint8Array | undefined {
  const path = pathOf(root, folder, name);
  if (!isFolder(`${root}/${folder}`)) return undefined;
  try {
    return withRegularFile(path, { follow: false }, ({ size, bytes }) => {
      if (size > limit) throw otherDocument(url, folder, name, `${size} bytes`);
      return bytes();
    });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return undefined;
    throw code === 'ELOOP' || error instanceof NotRegular ? otherDocument(url, folder, name, 'not a regular file') : error;
  }
}
