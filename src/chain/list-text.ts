/**
 * Writes the locks as text, by space, and what was done with the stale ones:
 *
 *     user                                       removed web/old 1.0.0
 *       web/scraper 1.0.0: CURRENT                 ROOT_GONE: tool not found: web/old, searched in project, user, system
 *       web/old 1.0.0: ROOT_GONE                   /home/u/.ai/lockfiles/web/old@1.0.0.lock.json
 *         tool not found: web/old, …             kept web/new 1.0.0
 *         /home/u/.ai/lockfiles/…                  …
 *     1 current, 1 stale                         1 removed, 1 kept
 */
import type { TextStyle } from '#core/text-style';
import type { ListedLock, LockStatus, PrunedLock } from './list.ts';
import { SPACES } from './space.ts';

const GOOD: ReadonlySet<LockStatus> = new Set(['CURRENT']);
const BAD: ReadonlySet<LockStatus> = new Set(['ROLLED_BACK', 'RETIRED', 'DRIFTED', 'UNRESOLVED', 'CORRUPT']);

export function* listLines(locks: readonly ListedLock[], style: TextStyle): Generator<string> {
  const { show } = style;
  for (const space of SPACES) {
    const here = locks.filter((lock) => lock.space === space);
    if (here.length > 0) yield space;
    for (const lock of here) {
      yield `  ${show(`${lock.id} ${lock.version}`)}: ${paint(lock.status, style)}`;
      if (lock.reason !== null) yield `    ${show(lock.reason)}`;
      yield `    ${show(lock.file)}`;
    }
  }
  const current = locks.filter(({ status }) => status === 'CURRENT').length;
  yield `${current} current, ${locks.length - current} stale`;
}

export function* pruneLines(locks: readonly PrunedLock[], style: TextStyle): Generator<string> {
  const { show } = style;
  for (const { id, version, status, reason, file, action } of locks) {
    yield `${WORDS[action ?? 'KEPT']} ${show(`${id} ${version}`)}`;
    yield `  ${paint(status, style)}: ${show(reason ?? '')}`;
    yield `  ${show(file)}`;
  }
  const kept = locks.filter(({ action }) => action === 'KEPT').length;
  const verb = locks.some(({ action }) => action === 'WOULD_REMOVE') ? 'would be removed' : 'removed';
  yield `${locks.length - kept} ${verb}, ${kept} kept`;
}

const WORDS = { KEPT: 'kept', REMOVED: 'removed', WOULD_REMOVE: 'would remove' } as const;

function paint(status: LockStatus, { good, bad, warn }: TextStyle): string {
  if (GOOD.has(status)) return good(status);
  return BAD.has(status) ? bad(status) : warn(status);
}
