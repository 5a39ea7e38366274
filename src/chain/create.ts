/**
 * Creates a lock from a freshly resolved chain. If the content is unchanged, the lock stays as it is, with its time. `registry` and unknown keys
 * of an older lock are kept (K1, K5).
 */
import type { ChainLock, LockedElement } from './document.ts';
import type { Element } from './resolve.ts';

export function lockChain(chain: readonly Element[], generatedAt: string, previous: ChainLock | null): ChainLock {
  const [root] = chain as readonly [Element, ...Element[]];
  const { kept = {}, keptInRoot = {} } = previous ?? {};
  return { generatedAt, version: root.version, chain: chain.map((element) => withUnknownKeys(element, previous)), kept, keptInRoot };
}

/** An element keeps its unknown keys even if its position in the chain has changed. */
function withUnknownKeys(element: Element, previous: ChainLock | null): LockedElement {
  const kept = previous?.chain.find(({ itemId }) => itemId === element.itemId)?.kept;
  return kept === undefined ? pinned(element) : { ...pinned(element), kept };
}

export function pinned({ itemId, space, toolType, executorId, integrity }: LockedElement): LockedElement {
  return { itemId, space, toolType, executorId, integrity };
}

/** True if both chains pin exactly the same. */
export function isSameChain(a: readonly LockedElement[], b: readonly LockedElement[]): boolean {
  return (
    a.length === b.length &&
    a.every((element, index) => {
      const other = b[index] as LockedElement;
      return (['itemId', 'space', 'toolType', 'executorId', 'integrity'] as const).every((key) => element[key] === other[key]);
    })
  );
}
