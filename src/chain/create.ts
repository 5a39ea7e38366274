/**
 * A lock from a chain that was just resolved. Unchanged content keeps the lock as it is, its time included; what an older lock held beside
 * the chain (`registry`, keys that are not known here) stays (K1, K5).
 */
import type { ChainLock, LockedElement } from './document.ts';
import type { Element } from './resolve.ts';

export function lockChain(chain: readonly Element[], generatedAt: string, previous: ChainLock | null): ChainLock {
  const [root] = chain as readonly [Element, ...Element[]];
  const { kept = {}, keptInRoot = {} } = previous ?? {};
  return { generatedAt, version: root.version, chain: chain.map((element) => keeping(element, previous)), kept, keptInRoot };
}

/** An element keeps what was said of it wherever it stands in the chain now. */
function keeping(element: Element, previous: ChainLock | null): LockedElement {
  const kept = previous?.chain.find(({ itemId }) => itemId === element.itemId)?.kept;
  return kept === undefined ? pinned(element) : { ...pinned(element), kept };
}

export function pinned({ itemId, space, toolType, executorId, integrity }: LockedElement): LockedElement {
  return { itemId, space, toolType, executorId, integrity };
}

/** Whether a lock pins exactly this. */
export function isSameChain(a: readonly LockedElement[], b: readonly LockedElement[]): boolean {
  return (
    a.length === b.length &&
    a.every((element, index) => {
      const other = b[index] as LockedElement;
      return (['itemId', 'space', 'toolType', 'executorId', 'integrity'] as const).every((key) => element[key] === other[key]);
    })
  );
}
