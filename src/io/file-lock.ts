/**
 * A lock across processes on an open file: the kernel's (an open-file-description lock on Linux, which dies with its
 * process), or a lock file beside it where the native module cannot be loaded.
 *
 *     const lock = acquireLock(fd, path, { shared: false, waitMs: 30_000 });
 *     try { … } finally { lock.release(); }
 */
import { acquireLockFile } from './lock-file.ts';
import { type KernelLocks, loadKernelLocks } from './native.ts';
import { errorCode } from './os-error.ts';
import { waitUntil } from './wait-until.ts';

export interface LockOptions {
  readonly shared: boolean;
  /** How long to wait before giving up: a stopped process must not stop all others for good. */
  readonly waitMs: number;
}

export interface HeldLock {
  release(): void;
}

let loaded: KernelLocks | null | undefined;

function kernelLocks(): KernelLocks | null {
  if (loaded !== undefined) return loaded;
  try {
    loaded = loadKernelLocks();
  } catch {
    loaded = null;
  }
  return loaded;
}

function isTaken(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'EAGAIN' || code === 'EACCES';
}

function tryLock(kernel: KernelLocks, fd: number, shared: boolean): boolean {
  try {
    kernel.tryLock(fd, 0, 0, !shared);
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

/** Throws when the lock is not free within `waitMs`. */
export function acquireLock(fd: number, path: string, { shared, waitMs }: LockOptions): HeldLock {
  const kernel = kernelLocks();
  if (kernel === null) return acquireLockFile(`${path}.lock`, waitMs);
  if (!waitUntil(() => tryLock(kernel, fd, shared), waitMs)) {
    throw new Error(`locked by another process for more than ${waitMs / 1000} s`);
  }
  return { release: () => kernel.unlock(fd, 0, 0) };
}
