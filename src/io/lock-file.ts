/**
 * The lock of last resort, where no kernel lock can be had: a symbolic link whose target names its owner, made in one
 * step, so that it is never seen half-made.
 *
 *     witness.jsonl.lock -> 4711@host
 *
 * An owner on this host that no longer runs has left it behind; the link is then moved away and removed.
 */
import { readlinkSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isRunning } from './is-running.ts';
import { errorCode } from './os-error.ts';
import { waitUntil } from './wait-until.ts';

export function acquireLockFile(lockPath: string, waitMs: number): { release(): void } {
  const owner = `${process.pid}@${hostname()}`;
  if (!waitUntil(() => tryLink(owner, lockPath) || (removeStale(lockPath, owner) && tryLink(owner, lockPath)), waitMs)) {
    throw new Error(`locked by ${readOwner(lockPath) ?? 'another process'} for more than ${waitMs / 1000} s`);
  }
  return { release: () => unlinkSync(lockPath) };
}

function tryLink(owner: string, lockPath: string): boolean {
  try {
    symlinkSync(owner, lockPath);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function removeStale(lockPath: string, self: string): boolean {
  const owner = readOwner(lockPath);
  if (owner === null || !isGone(owner, self)) return false;
  const aside = `${lockPath}.${process.pid}`;
  try {
    renameSync(lockPath, aside);
  } catch {
    return false;
  }
  const moved = readOwner(aside);
  unlinkSync(aside);
  // Another waiter was faster and holds it by now: its link goes back.
  if (moved !== null && moved !== owner) tryLink(moved, lockPath);
  return moved === owner;
}

function readOwner(lockPath: string): string | null {
  try {
    return readlinkSync(lockPath);
  } catch {
    return null;
  }
}

function isGone(owner: string, self: string): boolean {
  const [pid, host] = [Number.parseInt(owner, 10), owner.slice(owner.indexOf('@'))];
  return pid > 0 && host === self.slice(self.indexOf('@')) && !isRunning(pid);
}
