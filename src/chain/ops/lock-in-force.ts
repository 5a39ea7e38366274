/**
 * The lock of a tool that is in force (K9): of all that are there that of the newest version, by the order of versions alone.
 *
 *     lockInForce(locks.named(id), root)     web/scraper@2.0.0.lock.json, also where the tool has become 1.0.0 again
 *
 * Two kinds of locks do not count beside others. One that pins the tool in another space than it is found in: a tool that shadows another has
 * versions of its own. And where the project has locks of the tool itself, one outside of it that pins a project's tool: a user has one folder
 * of locks for all projects, and it may be another's.
 */

import { Refusal } from '#core/refusal';
import { mayBeElsewhere } from '../list.ts';
import type { Space } from '../space.ts';
import { compareVersions } from '../version-order.ts';
import { type NamedLock, readLock } from './lockfiles.ts';

/** As it is found now. */
export interface FoundRoot {
  readonly version: string;
  readonly space: Space;
}

/** `named` are those of one tool, nearest space first; `found` is null where the tool is gone, or not looked for. */
export function lockInForce(named: readonly NamedLock[], found: FoundRoot | null): NamedLock | null {
  const newest = newestOf(named);
  // Nearly always: one lock, or the newest is for what is found. Then none has to be read for this.
  if (newest === null || named.length === 1 || newest.version === found?.version) return newest;
  const hasOwn = named.some(({ space }) => space === 'project');
  const counting = named.filter((lock) => isPinnedIn(lock, found?.space ?? null) && !(hasOwn && isOfSomeProject(lock)));
  return newestOf(counting) ?? newest;
}

/** Of the same version in two spaces the nearer one. */
function newestOf(named: readonly NamedLock[]): NamedLock | null {
  let newest: NamedLock | null = null;
  for (const lock of named) if (newest === null || compareVersions(lock.version, newest.version) > 0) newest = lock;
  return newest;
}

/** Whether the lock is for the tool of this space; true for any space where none is named. */
export function isPinnedIn(lock: NamedLock, space: Space | null): boolean {
  const pinned = rootSpaceOf(lock);
  return space === null || pinned === null || pinned === space;
}

function isOfSomeProject(lock: NamedLock): boolean {
  return mayBeElsewhere(lock.space, rootSpaceOf(lock));
}

/** Null where it cannot be read: such a lock is never passed over. */
function rootSpaceOf(lock: NamedLock): Space | null {
  try {
    return readLock(lock).lock.chain[0]?.space ?? null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
