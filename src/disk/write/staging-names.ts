/**
 * The hidden place in which a file or a folder is made before it is moved to its target (C6): in the same folder as the target, under a
 * name that no other run uses. Its owner holds a kernel lock on it until it ends (M8). Staging without a lock holder was left by a killed
 * run; the next run that writes to the same folder removes it, whatever its target was.
 *
 *     /data/.delivery.lock.json.9f8e7d6c5b4a3928.custody-staging            a file, locked itself
 *     /data/.december.9f8e7d6c5b4a3928.custody-staging/lock, …/content/     a folder
 *     /data/.december.9f8e7d6c5b4a3928.unlocked.custody-staging/content/    where no lock is available; no other run ever removes it
 *
 * Process numbers and machine names cannot identify the owner: containers share them.
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
/** Other runs may remove such an entry if they can lock it. */
const LOCKABLE = /^\..*\.[0-9a-f]{16}\.custody-staging$/s;
const LOCK = 'lock';
const CONTENT = 'content';
/** Out of the 255 bytes of a name; the rest is for the added parts. */
const MAX_STAGED_NAME = 150;
/** How often another run may remove a new entry before it is locked. */
const TRIES = 100;

export interface StagedPath {
  /** The path to write to. */
  readonly path: string;
  /** Removes the rest of the staging and releases the lock; only the first call has an effect. */
  close(): void;
}

export interface StagedDescriptor extends StagedPath {
  readonly fd: number;
}

export interface StagedFolderPath extends StagedPath {
  /** A process that inherits this descriptor holds the lock too; null where there is no lock. */
  readonly lock: number | null;
}

/** Whether this is the name of a staging entry. */
export function isStagingName(name: string): boolean {
  return name.startsWith('.') && name.endsWith(SUFFIX);
}

/** Creates a new file in `folder` for a target called `name`; it is open for writing until it is closed. */
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

/** The same for a folder. */
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

/** Returns the staging if its lock is held and it still exists. */
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

/** Another run may have removed a folder that was empty for a moment. */
function makeQuietly<T>(make: () => T, tries: number): T | typeof TAKEN {
  try {
    return make();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || tries >= TRIES) throw error;
    return TAKEN;
  }
}

/** A long name is hashed: with the added parts it would be too long for a file name. */
function stagingName(name: string, mayLock: boolean): string {
  const short = Buffer.byteLength(name) > MAX_STAGED_NAME ? hash('sha256', name, 'hex') : name;
  return `.${short}.${randomBytes(8).toString('hex')}${mayLock ? '' : UNLOCKED}${SUFFIX}`;
}

/** Removes the staging of ended runs in the folder, for any target. */
export function removeStale(folder: string): void {
  const left = listQuietly(folder).filter((name) => LOCKABLE.test(name));
  if (left.length === 0 || !hasKernelLocks() || isOnNetwork(folder)) return;
  for (const name of left) quietly(() => removeIfLeft(join(folder, name)));
}

function removeIfLeft(path: string): void {
  const found = lstatSync(path);
  if (found.isFile()) return whileLocked(path, () => unlinkSync(path));
  if (!found.isDirectory()) return;
  // A folder without a lock was just created, or is almost removed; any other has one.
  if (lstatSync(join(path, LOCK), { throwIfNoEntry: false }) === undefined) return rmdirSync(path);
  whileLocked(join(path, LOCK), () => removeFolder(path));
}

/** Does nothing while the owner runs. */
function whileLocked(path: string, remove: () => void): void {
  const fd = openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (tryLockFile(fd) === 'held' && isStillAt(path, fd)) remove();
  } finally {
    closeSync(fd);
  }
}

/** The lock is removed last, so that other runs can finish an interrupted removal. */
function removeFolder(path: string): void {
  // Another user may have put a link there; nothing behind a link is touched.
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    rmSync(join(path, CONTENT), { recursive: true, force: true });
    rmSync(join(path, LOCK), { force: true });
  }
  rmSync(path, { recursive: true, force: true });
}

/** A folder that cannot be listed keeps its stale files; writing to it will report the problem. */
function listQuietly(folder: string): string[] {
  return quietly(() => readdirSync(folder)) ?? [];
}

/** Entries of another user, or removed by another run at the same time, must not stop this run. */
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
