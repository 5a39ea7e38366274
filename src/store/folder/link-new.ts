/**
 * Puts a staged file into a store without ever replacing an existing file: by a hard link, which fails where the name exists.
 *
 *     linkNew('/srv/.blobs.…/7c1f…', '/srv/blobs/sha256/7c/7c1f…')     false: it exists already
 */
import { linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { damagedFolder } from './layout.ts';
import { makeFolder } from './shards.ts';

/** The errors of file systems without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

/** Returns whether the file was put there; only then is the staged name removed. */
export function linkNew(staged: string, place: string): boolean {
  try {
    linkSync(staged, place);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.has(code)) throw error;
    if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) return false;
    renameSync(staged, place);
    return true;
  }
  unlinkSync(staged);
  return true;
}

/** Replaces a damaged file by a staged one. The damaged one is kept in `damaged/` as evidence; the path is never empty. */
export function replaceFile(root: string, staged: string, place: string): void {
  if (lstatSync(place, { throwIfNoEntry: false })?.isFile() === true) keepDamaged(root, place);
  renameSync(staged, place);
}

function keepDamaged(root: string, place: string): void {
  const folder = damagedFolder(root);
  makeFolder(folder);
  for (let serial = 0; ; serial++) {
    const kept = join(folder, `${basename(place)}.${serial}`);
    try {
      return linkSync(place, kept);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      if (!NO_LINKS.has(code)) throw error;
      if (lstatSync(kept, { throwIfNoEntry: false }) === undefined) return renameSync(place, kept);
    }
  }
}
