/**
 * A lock beside a file that will be replaced: a lock file of its own in the same folder, locked by the kernel, so that it is free again when
 * its owner dies, and removed when it is released.
 *
 *     const lock = lockBeside('/data/snapshots/demo/snapshot.json', 30_000);
 *     try { … } finally { lock.release(); }
 */
import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../os-error.ts';
import { isStillAt } from '../path/same-file.ts';
import { acquireLock, type HeldLock } from './kernel-lock.ts';

const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Throws the system's error, or one that says that it is taken. */
export function lockBeside(file: string, waitMs: number): HeldLock {
  const path = join(dirname(file), `.${basename(file)}.custody-lock`);
  const end = performance.now() + waitMs;
  for (;;) {
    const fd = openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o666);
    try {
      const lock = acquireLock(fd, { shared: false, waitMs: Math.max(0, end - performance.now()) });
      if (isStillAt(path, fd)) return { release: () => release(path, fd, lock) };
      lock.release();
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    // Its owner has removed it meanwhile: whoever comes now makes another one, which is the lock.
    closeSync(fd);
  }
}

/** Removed while it is held: nobody can have locked the file under this name in between. One that cannot be removed hinders nobody. */
function release(path: string, fd: number, lock: HeldLock): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  } finally {
    lock.release();
    closeSync(fd);
  }
}
