/**
 * `chain resolve --frozen`: the chain as its lock pins it. Each element is searched only in its pinned space, and must have the pinned content.
 */
import type { LockedElement } from '../document.ts';
import { compareChains, type Finding } from '../findings.ts';
import type { ToolId } from '../id.ts';
import { unlocked } from '../refusals.ts';
import type { Element, Finder } from '../resolve.ts';
import type { Space } from '../space.ts';
import { missingRoot, rolledBackFinding } from '../verify.ts';
import { compareVersions } from '../version-order.ts';
import { lockInForce } from './lock-in-force.ts';
import { type FoundLock, openLocks, readLock } from './lockfiles.ts';
import type { SpaceRoots } from './spaces.ts';

export interface FrozenChain {
  readonly lock: FoundLock;
  /** The elements whose pinned files exist, up to the first missing one. */
  readonly chain: readonly Element[];
  readonly findings: readonly Finding[];
}

export function resolveFrozen(id: ToolId, roots: SpaceRoots, finder: Finder): FrozenChain {
  const { lock, findings } = pinningLock(id, roots, finder);
  const chain: Element[] = [];
  for (const [position, pinned] of lock.lock.chain.entries()) {
    const by = lock.lock.chain[position - 1]?.itemId ?? null;
    const tool = finder.find(pinned.itemId as ToolId, pinned.space, by);
    if (tool === null) {
      const missing = { ...missingRoot(lock.lock), position, itemId: pinned.itemId, expected: pinned.integrity };
      return { lock, chain, findings: [...findings, ...compareChains(lock.lock.chain.slice(0, position), chain), missing] };
    }
    chain.push({ ...tool, shadowed: [] });
  }
  return { lock, chain, findings: [...findings, ...compareChains(lock.lock.chain, chain)] };
}

/** Returns the lock in force. If the tool now has another version that is pinned too, returns the lock of that version, unless it is older. */
function pinningLock(id: ToolId, roots: SpaceRoots, finder: Finder): { lock: FoundLock; findings: readonly Finding[] } {
  const named = openLocks(roots).named(id);
  const inForce = lockInForce(named, null);
  if (inForce === null) throw unlocked(id, null);
  const lock = readLock(inForce);
  const root = finder.find(id, rootSpaceOf(lock), null);
  if (root === null || root.version === inForce.version) return { lock, findings: [] };
  if (compareVersions(root.version, inForce.version) < 0) return { lock, findings: [rolledBackFinding(root, inForce.version)] };
  const own = named.find(({ version }) => version === root.version);
  if (own !== undefined) return { lock: readLock(own), findings: [] };
  // Compared with the only pinned version, this is a change of content.
  if (new Set(named.map(({ version }) => version)).size === 1) return { lock, findings: [] };
  throw unlocked(id, root.version);
}

function rootSpaceOf({ lock }: FoundLock): Space {
  return (lock.chain[0] as LockedElement).space;
}
