/**
 * Puts a staged file in its place in a store without ever replacing what is there: a hard link, which fails where the name is taken.
 *
 *     placeOnce('/srv/.blobs.…/7c1f…', '/srv/blobs/sha256/7c/7c1f…')     false: it was there already
 */
import { linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs';

/** File systems without hard links say so in one of these ways. */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

/** Whether it was put there; the staged name is gone only then. */
export function placeOnce(staged: string, place: string): boolean {
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
