/**
 * A file that nobody else can read or replace, made of bytes that are in memory already: read-only, in a fresh folder of mode 0700 in the
 * folder for temporary files, under the name it has elsewhere.
 *
 *     const copy = makePrivateCopy(bytes, { name: 'scraper.py', folder: '/tmp', isExecutable: false });
 *     copy.path                                /tmp/.custody-run.9f8e7d6c5b4a3928.custody-staging/content/scraper.py, mode 0400, or 0500 if it is executable
 *     copy.remove()
 *
 * It keeps out every other user, and whoever knows only the original. A process of the same user could still change its mode and rewrite
 * it. It is staging like any other (`staging.ts`): what a run left when it was killed is removed by the next one, unless what that run had
 * started, and given the lock, still holds it (M8).
 */
import { chmodSync, closeSync, constants, fchmodSync, lstatSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openStagedFolder, removeStale, type StagedPath } from '#disk/write/staging-names';
import { writeAll } from '#disk/write/write-all';

export interface PrivateCopy {
  readonly path: string;
  /** For what is started with it, so that it holds the copy too; null where there is none. */
  readonly lock: number | null;
  /** Leaves no trace, also of what was put beside it. Throws the system's error. */
  remove(): void;
}

export interface CopyPlace {
  /** Without a slash. */
  readonly name: string;
  /** That of the system for temporary files. */
  readonly folder: string;
  readonly isExecutable: boolean;
}

const OTHERS_WRITE = 0o022;
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

/** Where others may rename what is not theirs, no folder is private; whose folder it is may always. */
function requireOwn(folder: string): void {
  const { mode, uid } = statSync(folder);
  if (process.getuid !== undefined && uid !== ROOT && uid !== process.getuid()) throw new Error('it belongs to another user');
  if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) throw new Error('other users may rename what lies in it');
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
  // What ran may have taken the right to write from it, or put a link in its place, and nothing behind a link is touched.
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) chmodSync(path, PRIVATE);
  close();
}
