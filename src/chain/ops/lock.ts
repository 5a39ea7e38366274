/**
 * `chain lock` and `chain update`: resolve chains and pin them. All chains are resolved before the first lock is written. If the content is
 * already pinned, the file is not changed (K5).
 *
 *     lockTools(['web/scraper'], { roots, finder, scope: 'user', generatedAt, replace: false, sync: true })
 *       [{ id: 'web/scraper', file: '/home/u/.ai/lockfiles/web/scraper@1.0.0.lock.json', change: 'created', findings: [] }]
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { encodeUtf8 } from '#core/bytes/utf8';
import { errorCode, osText } from '#disk/os-error';
import { makeFolders } from '#disk/write/make-folders';
import { removeStale } from '#disk/write/staging-names';
import { writeWhole } from '#disk/write/whole-file';
import { isSameChain, lockChain } from '../create.ts';
import { formatChainLock } from '../document.ts';
import { compareChains, type Finding, findingFields } from '../findings.ts';
import { lockName } from '../id.ts';
import { cannotAccess, lockDiffers, olderThanLocked } from '../refusals.ts';
import { type Element, type Finder, resolveChain } from '../resolve.ts';
import { SPACES } from '../space.ts';
import { compareVersions } from '../version-order.ts';
import { isPinnedIn, lockInForce } from './lock-in-force.ts';
import { type FoundLock, type Locks, type NamedLock, openLocks, readLock } from './lockfiles.ts';
import { locksFolder, type SpaceRoots } from './spaces.ts';
import { toolIdOf } from './verify.ts';

export type Scope = 'user' | 'project';

export interface LockRequest {
  readonly roots: SpaceRoots;
  readonly finder: Finder;
  /** The space where locks are written. Null means: where the lock in use is, otherwise the user space. Never the system space. */
  readonly scope: Scope | null;
  /** UTC, written with `+00:00`. */
  readonly generatedAt: string;
  /** True if a lock of different content is replaced. */
  readonly replace: boolean;
  readonly sync: boolean;
}

export interface LockedTool {
  readonly id: string;
  readonly version: string;
  readonly file: string;
  readonly change: 'created' | 'updated' | 'unchanged';
  /** The differences from the previous lock. */
  readonly findings: readonly Finding[];
  readonly chain: readonly Element[];
  /** A lock in a nearer space that is still used instead of this one, or null. */
  readonly hiddenBy: string | null;
  /** The lock of an older version that was in force until now, or null. */
  readonly retires: { readonly version: string; readonly file: string } | null;
}

interface Planned extends LockedTool {
  readonly text: string;
}

export function lockTools(ids: readonly string[], request: LockRequest): readonly LockedTool[] {
  const locks = openLocks(request.roots);
  const planned = ids.map((id) => plan(id, request, locks));
  const cleared = new Set<string>();
  for (const lock of planned) if (lock.change !== 'unchanged') write(lock, request.sync, cleared);
  return planned;
}

function plan(asked: string, { roots, finder, scope, generatedAt, replace }: LockRequest, locks: Locks): Planned {
  const id = toolIdOf(asked);
  const chain = resolveChain(id, finder);
  const [{ version, space }] = chain as readonly [Element];
  const named = locks.named(id);
  const inForce = lockInForce(named, { version, space });
  if (inForce !== null && compareVersions(version, inForce.version) < 0 && isPinnedIn(inForce, space))
    throw olderThanLocked({ id, version, inForce });
  const counting = orNull(locks.find(id, version));
  const target = scope ?? placeOf(counting ?? inForce);
  const previous = scope === null || scope === counting?.space ? counting : orNull(locks.findIn(target, id, version));
  const change = changeOf(previous, chain, target);
  const findings = previous === null ? [] : compareChains(previous.lock.chain, chain);
  if (findings.length > 0 && !replace) throw lockDiffers(id, (previous as FoundLock).file, findings.map(findingFields));
  const file = change === 'unchanged' ? (previous as FoundLock).file : join(locksFolder(roots, target) as string, lockName(id, version));
  const text = formatChainLock(lockChain(chain, generatedAt, previous?.lock ?? null));
  const isHidden = counting !== null && SPACES.indexOf(counting.space) < SPACES.indexOf(target);
  // If the project has a lock, a lock in the user space is not used for a project's tool: it may belong to another project.
  const beside = target === 'user' && space === 'project' ? named.find((lock) => lock.space === 'project') : undefined;
  const hiddenBy = (isHidden ? counting : beside)?.file ?? null;
  const isRetired = inForce !== null && compareVersions(inForce.version, version) < 0;
  const retires = isRetired ? { version: inForce.version, file: inForce.file } : null;
  return { id, version, file, change, findings, chain, hiddenBy, retires: hiddenBy === null ? retires : null, text };
}

function orNull(named: NamedLock | null): FoundLock | null {
  return named === null ? null : readLock(named);
}

function placeOf(counting: NamedLock | null): Scope {
  return counting === null || counting.space === 'system' ? 'user' : counting.space;
}

/** A lock of the system space is not changed; for different content, a lock is created in a nearer space. */
function changeOf(previous: FoundLock | null, chain: readonly Element[], target: Scope): LockedTool['change'] {
  if (previous !== null && isSameChain(previous.lock.chain, chain)) return 'unchanged';
  return previous?.space === target ? 'updated' : 'created';
}

/** `cleared` are the folders in which leftovers of killed runs were already removed. */
function write({ file, text }: Planned, sync: boolean, cleared: Set<string>): void {
  const folder = dirname(file);
  try {
    makeFolders(folder);
    if (!cleared.has(folder)) removeStale(folder);
    cleared.add(folder);
    writeWhole(file, encodeUtf8(text), { sync, isOneOfMany: true });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw cannotAccess(`cannot write lockfile ${file}: ${osText(error)}`, nearestExisting(file), osText(error));
  }
}

/** The path that blocks writing: the file itself, or the nearest existing folder above it. */
function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}
