/**
 * `chain list` and `chain prune`: compare every lock with the current files, and remove stale locks.
 *
 *     listLocks(roots, finder)     [{ id: 'web/scraper', version: '1.0.0', space: 'user', status: 'CURRENT', … }, …]
 */
import { unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '#core/refusal';
import { osText } from '#disk/os-error';
import { isBelow } from '#disk/path/below';
import { removeIfEmpty } from '#disk/write/remove-if-empty';
import { isPrunable, type ListedLock, type LockStatus, mayBeElsewhere, type PrunedLock } from '../list.ts';
import { badLock, cannotAccess } from '../refusals.ts';
import { type Finder, resolvePartly } from '../resolve.ts';
import type { Space } from '../space.ts';
import { type FreshChain, judgeChain } from '../verify.ts';
import { compareVersions } from '../version-order.ts';
import { lockInForce } from './lock-in-force.ts';
import { type FoundLock, type Locks, type NamedLock, openLocks, readLock } from './lockfiles.ts';
import { locksFolder, type SpaceRoots } from './spaces.ts';

/** Sorted by space, the nearest first, then in byte order. */
export function listLocks(roots: SpaceRoots, finder: Finder): readonly ListedLock[] {
  const locks = openLocks(roots);
  const [unnameable] = locks.unnameable();
  if (unnameable !== undefined) throw badLock(unnameable, 'expected a name in UTF-8, found other bytes');
  const named = locks.all();
  const nearest = new Map<string, NamedLock>();
  for (const lock of named) if (!nearest.has(keyOf(lock.id, lock.version))) nearest.set(keyOf(lock.id, lock.version), lock);
  return named.map((lock) => listed(lock, { nearest, locks, finder }));
}

function keyOf(id: string, version: string): string {
  return `${id}@${version}`;
}

interface ListContext {
  readonly nearest: ReadonlyMap<string, NamedLock>;
  readonly locks: Locks;
  readonly finder: Finder;
}

function listed(named: NamedLock, { nearest, locks, finder }: ListContext): ListedLock {
  const { space, file, id, version } = named;
  const found = readOrRefusal(named);
  const rootSpace = found instanceof Refusal ? null : (found.lock.chain[0]?.space ?? null);
  const lock = { space, file, id, version, rootSpace, isSuperseded: false };
  if (found instanceof Refusal) return { ...lock, status: 'CORRUPT', reason: found.message };
  const fresh = resolvePartly(id, finder);
  const [root] = fresh.chain;
  if (root === undefined) return { ...lock, ...rootGone(fresh.failure as Refusal, space, rootSpace) };
  const inForce = lockInForce(locks.named(id), root) as NamedLock;
  if (root.version !== version) return { ...lock, ...otherVersion(named, root.version, { nearest, inForce }) };
  if (compareVersions(version, inForce.version) < 0)
    return { ...lock, status: 'RETIRED', reason: `the lock of ${inForce.version} is in force: ${inForce.file}` };
  const first = nearest.get(keyOf(id, version)) as NamedLock;
  if (first !== named) return { ...lock, status: 'HIDDEN', reason: `the lock in ${first.space} space counts: ${first.file}` };
  return { ...lock, ...judged(found, fresh) };
}

/** An old lock is obsolete if a newer version is pinned. The lock of the newest version stays in force, even if an older tool was restored. */
function otherVersion(
  named: NamedLock,
  found: string,
  { nearest, inForce }: Pick<ListContext, 'nearest'> & { readonly inForce: NamedLock },
): Judgement & { readonly isSuperseded: boolean } {
  const { id, version } = named;
  const isOlder = compareVersions(found, version) < 0;
  if (isOlder && named === inForce) return { status: 'ROLLED_BACK', reason: `it is ${found} now, which is older`, isSuperseded: false };
  const isPinned = nearest.has(keyOf(id, found));
  return {
    status: 'OTHER_VERSION',
    reason: `it is ${found} now${isPinned ? '' : ', which no lock pins'}`,
    isSuperseded: isPinned && !isOlder,
  };
}

interface Judgement {
  readonly status: LockStatus;
  readonly reason: string | null;
}

function rootGone(failure: Refusal, space: Space, rootSpace: Space | null): Judgement {
  if (failure.code !== 'E_NOT_FOUND') return { status: 'UNRESOLVED', reason: failure.message };
  const elsewhere = mayBeElsewhere(space, rootSpace) ? '; another project may have it' : '';
  return { status: 'ROOT_GONE', reason: failure.message + elsewhere };
}

function judged({ lock }: FoundLock, fresh: FreshChain): Judgement {
  const findings = judgeChain(lock, fresh);
  if (findings === null) return { status: 'UNRESOLVED', reason: (fresh.failure as Refusal).message };
  if (findings.length === 0) return { status: 'CURRENT', reason: null };
  return { status: 'DRIFTED', reason: findings.map(({ kind, itemId }) => `${kind} ${itemId}`).join(', ') };
}

function readOrRefusal(named: NamedLock): FoundLock | Refusal {
  try {
    return readLock(named);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

export interface PruneRequest {
  readonly roots: SpaceRoots;
  readonly dryRun: boolean;
  /** Includes a user's locks of project tools that this project does not have. */
  readonly anyProject: boolean;
}

/** Returns what was done with each stale lock. */
export function pruneLocks(locks: readonly ListedLock[], { roots, dryRun, anyProject }: PruneRequest): readonly PrunedLock[] {
  return locks
    .filter(({ status }) => status !== 'CURRENT')
    .map((lock) => {
      if (!isPrunable(lock, { anyProject })) return { ...lock, action: 'KEPT' };
      if (!dryRun) remove(lock, locksFolder(roots, lock.space) as string);
      return { ...lock, action: dryRun ? 'WOULD_REMOVE' : 'REMOVED' };
    });
}

function remove({ file }: ListedLock, folder: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    throw cannotAccess(`cannot remove lockfile ${file}: ${osText(error)}`, file, osText(error));
  }
  for (let parent = dirname(file); isBelow(folder, parent) && removeIfEmpty(parent); ) parent = dirname(parent);
}
