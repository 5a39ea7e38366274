/**
 * A file that no other user can read or replace, created from bytes in memory: read-only, with its original name, in a new folder of mode 0700
 * inside the folder for temporary files.
 *
 *     const copy = makePrivateCopy(bytes, { name: 'scraper.py', folder: '/tmp', isExecutable: false });
 *     copy.path                                /tmp/.custody-run.9f8e7d6c5b4a3928.custody-staging/content/scraper.py, mode 0400, or 0500 if it is executable
 *     copy.remove()
 *
 * It protects against other users, and against processes that know only the original path. A process of the same user could still change the mode
 * and rewrite the file. It is staging like any other (`staging.ts`): leftovers of a killed run are removed by the next run, unless a process that
 * the killed run started still holds the lock (M8).
 */
import { chmodSync, closeSync, constants, fchmodSync, lstatSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openStagedFolder, removeStale, type StagedPath } from '#disk/write/staging-names';
import { writeAll } from '#disk/write/write-all';

export interface PrivateCopy {
  readonly path: string;
  /** A descriptor for the process that uses the copy, so that it holds the lock too; null if there is none. */
  readonly lock: number | null;
  /** Removes the copy and everything else in its folder. Throws the system's error. */
  remove(): void;
}

export interface CopyPlace {
  /** A file name, without a slash. */
  readonly name: string;
  /** The system's folder for temporary files. */
  readonly folder: string;
  readonly isExecutable: boolean;
}

const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;
const ROOT = 0;
const PRIVATE = 0o700;
const NEW_FILE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY;

export function makePrivateCopy(bytes: Uint8Array, { name, folder, isExecutable }: CopyPlace): PrivateCopy {
  requireOwn(folder);
  removeStale(folder);
  const staged = openStagedFolder(folder, 'custody-run', PRIVATE);
  const path = join(staged.path, name);
  try {
    writeReadOnly(path, bytes, isExecutable ? 0o500 : 0o400);
  } catch (error) {
    remove(staged);
    throw error;
  }
  return { path, lock: staged.lock, remove: () => remove(staged) };
}

/** A folder is not private if other users may rename entries in it; the owner of a folder always may. */
function requireOwn(folder: string): void {
  const { mode, uid } = statSync(folder);
  if (process.getuid !== undefined && uid !== ROOT && uid !== process.getuid()) throw new Error('it belongs to another user');
  if ((mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0) throw new Error('other users may rename files in it');
}

function writeReadOnly(path: string, bytes: Uint8Array, mode: number): void {
  const fd = openSync(path, NEW_FILE, 0o600);
  try {
    writeAll(fd, bytes);
    fchmodSync(fd, mode);
  } finally {
    closeSync(fd);
  }
}

function remove({ path, close }: StagedPath): void {
  // The tool may have removed the write permission, or replaced the folder by a link; links are never followed.
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) chmodSync(path, PRIVATE);
  close();
}
