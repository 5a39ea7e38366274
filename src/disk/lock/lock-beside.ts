/**
 * A lock for a file that will be replaced: a separate lock file in the same folder, locked by the kernel. So it is released when its owner
 * ends, and the lock file is removed on release.
 *
 *     const lock = lockBeside('/data/snapshots/demo/snapshot.json', 30_000);
 *     try { … } finally { lock.release(); }
 */
import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { uptimeMs } from '#threads/clock';
import { errorCode } from '../os-error.ts';
import { isStillAt } from '../path/same-file.ts';
import { acquireLock, type HeldLock } from './kernel-lock.ts';

const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Throws the system's error, or one that says that another process holds the lock. */
export function lockBeside(file: string, waitMs: number): HeldLock {
  const path = join(dirname(file), `.${basename(file)}.custody-lock`);
  const end = uptimeMs() + waitMs;
  for (;;) {
    const fd = openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o666);
    try {
      const lock = acquireLock(fd, { shared: false, waitMs: Math.max(0, end - uptimeMs()) });
      if (isStillAt(path, fd)) return { release: () => release(path, fd, lock) };
      lock.release();
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    // The owner has removed the lock file in the meantime: the next process creates a new one, and that is the lock.
    closeSync(fd);
  }
}

/**
 * The file is removed while the lock is held, so no other process can have locked it under this name. A file that cannot be removed does no
 * harm.
 */
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
