/**
 * `chain resolve --frozen`: the chain as its lock pins it, without a search: each element is looked for in its pinned space alone, and must
 * have the pinned content.
 */
import type { LockedElement } from '#chain/document';
import { compareChains, type Finding } from '#chain/findings';
import type { ToolId } from '#chain/id';
import { unlocked } from '#chain/refusals';
import type { Element, Finder } from '#chain/resolve';
import type { Space } from '#chain/space';
import { missingRoot } from '#chain/verify';
import { type FoundLock, openLocks, readLock } from './chain-locks.ts';
import type { SpaceRoots } from './chain-spaces.ts';

export interface FrozenChain {
  readonly lock: FoundLock;
  /** As far as the pinned files are there. */
  readonly chain: readonly Element[];
  readonly findings: readonly Finding[];
}

export function resolveFrozen(id: ToolId, roots: SpaceRoots, finder: Finder): FrozenChain {
  const lock = pinningLock(id, roots, finder);
  const chain: Element[] = [];
  for (const [position, pinned] of lock.lock.chain.entries()) {
    const by = lock.lock.chain[position - 1]?.itemId ?? null;
    const tool = finder.find(pinned.itemId as ToolId, pinned.space, by);
    if (tool === null) {
      const missing = { ...missingRoot(lock.lock), position, itemId: pinned.itemId, expected: pinned.integrity };
      return { lock, chain, findings: [...compareChains(lock.lock.chain.slice(0, position), chain), missing] };
    }
    chain.push({ ...tool, shadowed: [] });
  }
  return { lock, chain, findings: compareChains(lock.lock.chain, chain) };
}

/** Where several versions are pinned, the root's own decides; where the root is gone, the nearest lock says so. */
function pinningLock(id: ToolId, roots: SpaceRoots, finder: Finder): FoundLock {
  const locks = openLocks(roots).named(id).map(readLock);
  const [first] = locks;
  if (first === undefined) throw unlocked(id, null);
  if (new Set(locks.map(({ lock }) => lock.version)).size === 1) return first;
  const pinned = locks.map((found) => ({ found, version: finder.find(id, rootSpaceOf(found), null)?.version }));
  const matching = pinned.find(({ found, version }) => version === found.lock.version);
  if (matching !== undefined) return matching.found;
  const there = pinned.find(({ version }) => version !== undefined)?.version;
  if (there === undefined) return first;
  throw unlocked(id, there);
}

function rootSpaceOf({ lock }: FoundLock): Space {
  return (lock.chain[0] as LockedElement).space;
}
