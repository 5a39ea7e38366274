/**
 * A file that nobody else can read or replace, made of bytes that are in memory already: read-only, in a fresh folder of mode 0700 in the
 * folder for temporary files, under the name it has elsewhere.
 *
 *     const copy = makePrivateCopy(bytes, { name: 'scraper.py', folder: '/tmp', isExecutable: false });
 *     copy.path                                /tmp/custody-run.host1.4711.x7Kq2a/scraper.py, mode 0400, or 0500 if it is executable
 *     copy.remove()
 *
 * It keeps out every other user, and whoever knows only the original. A process of the same user could still change its mode and rewrite
 * it. A folder that a run left when it was killed is removed by a run of another day: what that run had started may still be using it.
 */
import { chmodSync, closeSync, constants, fchmodSync, lstatSync, mkdtempSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { writeAll } from './descriptor.ts';
import { isRunning } from './is-running.ts';
import { errorCode } from './os-error.ts';

export interface PrivateCopy {
  readonly path: string;
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
const DAY_MS = 86_400_000;
const NEW_FILE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY;

export function makePrivateCopy(bytes: Uint8Array, { name, folder, isExecutable }: CopyPlace): PrivateCopy {
  requireOwn(folder);
  const prefix = `custody-run.${hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')}.`;
  removeStale(folder, prefix);
  const own = mkdtempSync(join(folder, `${prefix}${process.pid}.`));
  const path = join(own, name);
  try {
    chmodSync(own, 0o700);
    writeReadOnly(path, bytes, isExecutable ? 0o500 : 0o400);
  } catch (error) {
    removeFolder(own);
    throw error;
  }
  return { path, remove: () => removeFolder(own) };
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

function removeFolder(own: string): void {
  // What ran may have put a link in its place, and nothing behind a link is touched.
  if (lstatSync(own, { throwIfNoEntry: false })?.isDirectory()) chmodSync(own, 0o700);
  rmSync(own, { recursive: true, force: true });
}

function removeStale(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix)) continue;
    try {
      if (isStale(join(folder, name), Number.parseInt(name.slice(prefix.length), 10))) removeFolder(join(folder, name));
    } catch (error) {
      // Another user's, or removed by another run at the same time: no reason not to go on.
      if (errorCode(error) === undefined) throw error;
    }
  }
}

function isStale(path: string, owner: number): boolean {
  const found = lstatSync(path);
  const isOurs = found.isDirectory() && found.uid === process.getuid?.();
  return isOurs && Number.isInteger(owner) && !isRunning(owner) && found.mtimeMs < Date.now() - DAY_MS;
}
