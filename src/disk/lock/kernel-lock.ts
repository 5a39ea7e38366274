/**
 * A lock between processes on an open file, by the kernel (an open-file-description lock on Linux); it ends with its process. No other kind
 * of lock is used: two kinds on one file would not see each other (M8). If the native module cannot be loaded, there is no lock.
 *
 *     const lock = acquireLock(fd, { shared: false, waitMs: 30_000 });
 *     try { … } finally { lock.release(); }
 */
import { type KernelLocks, loadKernelLocks } from '#installation/native';
import { errorCode } from '../os-error.ts';
import { waitUntil } from './retry-until.ts';

export interface LockOptions {
  readonly shared: boolean;
  /** How long to wait before giving up: a stopped process must not block all others for ever. */
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

export function hasKernelLocks(): boolean {
  return kernelLocks() !== null;
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

/** Throws if the lock is not free within `waitMs`, or if the kernel supports none. */
export function acquireLock(fd: number, { shared, waitMs }: LockOptions): HeldLock {
  const kernel = kernelLocks();
  if (kernel === null)
    throw new Error('no kernel lock is available: the native module fs-native-extensions does not load on this platform');
  if (!waitUntil(() => tryLock(kernel, fd, shared), waitMs)) {
    throw new Error(`locked by another process for more than ${waitMs / 1000} s`);
  }
  return { release: () => kernel.unlock(fd, 0, 0) };
}

/**
 * Tries to get an exclusive lock, without waiting; it is released when the file is closed. `unavailable` where this file system supports
 * none.
 */
export function tryLockFile(fd: number): 'held' | 'taken' | 'unavailable' {
  const kernel = kernelLocks();
  if (kernel === null) return 'unavailable';
  try {
    return tryLock(kernel, fd, false) ? 'held' : 'taken';
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return 'unavailable';
  }
}
