/**
 * The lock of a tool that is in force (K9): of all that are there that of the newest version, by the order of versions alone.
 *
 *     lockInForce(locks.named(id))     web/scraper@2.0.0.lock.json, also where the tool has become 1.0.0 again
 *
 * A user has one folder of locks for all projects: where the project has locks of the tool itself, a lock outside of it that pins a project's
 * tool may be another project's, and does not count.
 */
import { mayBeElsewhere } from '#chain/list';
import { compareVersions } from '#chain/version-order';
import { Refusal } from '#core/refusal';
import { type NamedLock, readLock } from './chain-locks.ts';

/** `named` are those of one tool, nearest space first. */
export function lockInForce(named: readonly NamedLock[]): NamedLock | null {
  if (named.length < 2) return named[0] ?? null;
  const newest = newestOf(named);
  if (newest === null || newest.space === 'project' || !named.some(({ space }) => space === 'project')) return newest;
  return newestOf(named.filter((lock) => lock.space === 'project' || !isOfSomeProject(lock)));
}

/** Of the same version in two spaces the nearer one. */
function newestOf(named: readonly NamedLock[]): NamedLock | null {
  let newest: NamedLock | null = null;
  for (const lock of named) if (newest === null || compareVersions(lock.version, newest.version) > 0) newest = lock;
  return newest;
}

/** What cannot be read is never passed over. */
function isOfSomeProject(named: NamedLock): boolean {
  try {
    return mayBeElsewhere(named.space, readLock(named).lock.chain[0]?.space ?? null);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
