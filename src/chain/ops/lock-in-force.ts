/**
 * Finds the lock of a tool that is in force (K9): the one for the newest version, by the order of versions alone.
 *
 *     lockInForce(locks.named(id), root)     web/scraper@2.0.0.lock.json, also where the tool has become 1.0.0 again
 *
 * Two kinds of locks are ignored if there are others. First, a lock that pins the tool in another space than the current one: a tool that shadows
 * another has its own versions. Second, if the project has locks of the tool, a lock outside the project that pins a project's tool: a user has
 * one lock folder for all projects, and the lock may belong to another project.
 */

import { Refusal } from '#core/refusal';
import { mayBeElsewhere } from '../list.ts';
import type { Space } from '../space.ts';
import { compareVersions } from '../version-order.ts';
import { type NamedLock, readLock } from './lockfiles.ts';

/** The root tool as it is found now. */
export interface FoundRoot {
  readonly version: string;
  readonly space: Space;
}

/** `named` are the locks of one tool, nearest space first; `found` is null if the tool is gone or was not searched. */
export function lockInForce(named: readonly NamedLock[], found: FoundRoot | null): NamedLock | null {
  const newest = newestOf(named);
  // Fast path, without reading a lock: there is only one, or the newest is for the current version.
  if (newest === null || named.length === 1 || newest.version === found?.version) return newest;
  const hasOwn = named.some(({ space }) => space === 'project');
  const counting = named.filter((lock) => isPinnedIn(lock, found?.space ?? null) && !(hasOwn && isOfSomeProject(lock)));
  return newestOf(counting) ?? newest;
}

/** If two spaces have the same version, the nearer one is chosen. */
function newestOf(named: readonly NamedLock[]): NamedLock | null {
  let newest: NamedLock | null = null;
  for (const lock of named) if (newest === null || compareVersions(lock.version, newest.version) > 0) newest = lock;
  return newest;
}

/** True if the lock is for the tool in this space; always true if `space` is null. */
export function isPinnedIn(lock: NamedLock, space: Space | null): boolean {
  const pinned = rootSpaceOf(lock);
  return space === null || pinned === null || pinned === space;
}

function isOfSomeProject(lock: NamedLock): boolean {
  return mayBeElsewhere(lock.space, rootSpaceOf(lock));
}

/** Returns null if the lock cannot be read; such a lock is never ignored. */
function rootSpaceOf(lock: NamedLock): Space | null {
  try {
    return readLock(lock).lock.chain[0]?.space ?? null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
