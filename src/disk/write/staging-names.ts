/**
 * Where a file or a folder is made before it is put in its place (C6): hidden, beside its target, under a name that no other run has. Its owner
 * holds a kernel lock on it as long as it lives (M8); what nobody holds was left by a run that was killed, and the next one that writes to the
 * same folder removes it, for whatever target it was.
 *
 *     /data/.delivery.lock.json.9f8e7d6c5b4a3928.custody-staging            a file, locked itself
 *     /data/.december.9f8e7d6c5b4a3928.custody-staging/lock, …/content/     a folder
 *     /data/.december.9f8e7d6c5b4a3928.unlocked.custody-staging/content/    where no lock can be had; no other run ever removes it
 *
 * Process numbers and names of machines say nothing: containers share them.
 */
import { hash, randomBytes } from 'node:crypto';
import { closeSync, constants, lstatSync, mkdirSync, openSync, readdirSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { hasKernelLocks, tryLockFile } from '../lock/kernel-lock.ts';
import { isOnNetwork } from '../network-file-system.ts';
import { errorCode } from '../os-error.ts';
import { isStillAt } from '../path/same-file.ts';

const SUFFIX = '.custody-staging';
const UNLOCKED = '.unlocked';
/** What others may remove if they can lock it. */
const LOCKABLE = /^\..*\.[0-9a-f]{16}\.custody-staging$/s;
const LOCK = 'lock';
const CONTENT = 'content';
/** Of the 255 bytes of a name; the rest is for what is added. */
const LONGEST_STAGED = 150;
/** How often another run may take what was just made for left behind. */
const TRIES = 100;

export interface StagedPath {
  /** Where to write. */
  readonly path: string;
  /** Removes what is left of it, and frees the lock; harmless after the first time. */
  close(): void;
}

export interface StagedDescriptor extends StagedPath {
  readonly fd: number;
}

export interface StagedFolderPath extends StagedPath {
  /** Whoever has this descriptor open too holds the lock as well; null where there is none. */
  readonly lock: number | null;
}

/** Whether this is the name of somebody's staging. */
export function isStagingName(name: string): boolean {
  return name.startsWith('.') && name.endsWith(SUFFIX);
}

/** A file that is new, in `folder`, for what will be called `name`; open for writing until it is closed. */
export function openStagedFile(folder: string, name: string, mode: number): StagedDescriptor {
  return inNewPlace(folder, name, (path, mayLock) => {
    const fd = openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, mode);
    const close = once(() => {
      try {
        rmSync(path, { force: true });
      } finally {
        closeSync(fd);
      }
    });
    return mayLock ? owned({ path, fd, close }, fd, path) : { path, fd, close };
  });
}

/** The same as a folder. */
export function openStagedFolder(folder: string, name: string, mode = 0o777): StagedFolderPath {
  return inNewPlace(folder, name, (place, mayLock) => {
    mkdirSync(place, { mode });
    const lock = mayLock ? openSync(join(place, LOCK), constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o666) : null;
    const path = join(place, CONTENT);
    const close = once(() => {
      try {
        removeFolder(place);
      } finally {
        if (lock !== null) closeSync(lock);
      }
    });
    const staged = lock === null ? { path, lock, close } : owned({ path, lock, close }, lock, join(place, LOCK));
    if (staged !== TAKEN && staged !== UNLOCKABLE) mkdirSync(path, { mode });
    return staged;
  });
}

const TAKEN = Symbol('another run took it for left behind');
const UNLOCKABLE = Symbol('the file system has no locks');

/** The staging, once its lock is held and it is still there. */
function owned<T extends StagedPath>(staged: T, fd: number, path: string): T | typeof TAKEN | typeof UNLOCKABLE {
  const state = tryLockFile(fd);
  if (state === 'held' && isStillAt(path, fd)) return staged;
  if (state === 'unavailable') {
    staged.close();
    return UNLOCKABLE;
  }
  closeSync(fd);
  return TAKEN;
}

function inNewPlace<T>(folder: string, name: string, make: (path: string, mayLock: boolean) => T | typeof TAKEN | typeof UNLOCKABLE): T {
  let mayLock = hasKernelLocks() && !isOnNetwork(folder);
  for (let tries = 1; ; tries++) {
    const made = makeQuietly(() => make(join(folder, stagingName(name, mayLock)), mayLock), tries);
    if (made === UNLOCKABLE) mayLock = false;
    else if (made !== TAKEN) return made;
  }
}

/** A folder that was empty for a moment may have been removed by another run. */
function makeQuietly<T>(make: () => T, tries: number): T | typeof TAKEN {
  try {
    return make();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || tries >= TRIES) throw error;
    return TAKEN;
  }
}

/** A long name is hashed: with all that is added to it, it could not be a name any more. */
function stagingName(name: string, mayLock: boolean): string {
  const short = Buffer.byteLength(name) > LONGEST_STAGED ? hash('sha256', name, 'hex') : name;
  return `.${short}.${randomBytes(8).toString('hex')}${mayLock ? '' : UNLOCKED}${SUFFIX}`;
}

/** Removes what runs that are gone have left in the folder, for any target. */
export function removeStale(folder: string): void {
  const left = listQuietly(folder).filter((name) => LOCKABLE.test(name));
  if (left.length === 0 || !hasKernelLocks() || isOnNetwork(folder)) return;
  for (const name of left) quietly(() => removeIfLeft(join(folder, name)));
}

function removeIfLeft(path: string): void {
  const found = lstatSync(path);
  if (found.isFile()) return whileLocked(path, () => unlinkSync(path));
  if (!found.isDirectory()) return;
  // One that was made this moment, or of which the last was being removed; any other has a lock.
  if (lstatSync(join(path, LOCK), { throwIfNoEntry: false }) === undefined) return rmdirSync(path);
  whileLocked(join(path, LOCK), () => removeFolder(path));
}

/** Nothing where its owner lives. */
function whileLocked(path: string, remove: () => void): void {
  const fd = openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (tryLockFile(fd) === 'held' && isStillAt(path, fd)) remove();
  } finally {
    closeSync(fd);
  }
}

/** The lock goes last, so that what is left where this is cut short can be removed by others. */
function removeFolder(path: string): void {
  // Somebody may have put a link in its place, and nothing behind a link is touched.
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    rmSync(join(path, CONTENT), { recursive: true, force: true });
    rmSync(join(path, LOCK), { force: true });
  }
  rmSync(path, { recursive: true, force: true });
}

/** A folder that cannot be listed keeps its stale files, or has none; writing will tell what is the matter with it. */
function listQuietly(folder: string): string[] {
  return quietly(() => readdirSync(folder)) ?? [];
}

/** What is another user's, or removed by another run at the same time, is no reason not to go on. */
function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
