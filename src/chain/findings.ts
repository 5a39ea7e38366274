/**
 * The findings of `chain verify`: the fresh chain is compared with the lock, position by position (K3). All findings are reported, not only the
 * first.
 *
 *     CHANGED            the hash of the content has changed
 *     MISSING            a pinned element does not exist
 *     SHADOWED           the element is in another space than the lock pins, whatever its bytes
 *     EXECUTOR_CHANGED   the element names another executor, or another type
 *     CHAIN_LENGTH       the chain has become longer or shorter
 *     UNLOCKED           there is no lock for this version
 *     ROLLED_BACK        the tool has an older version than the lock in force pins (K9)
 */
import type { JsonObject } from '#core/json/value';
import type { LockedElement } from './document.ts';
import type { Element } from './resolve.ts';

export type FindingKind =
  | 'CHANGED'
  | 'MISSING'
  | 'SHADOWED'
  | 'EXECUTOR_CHANGED'
  | 'CHAIN_LENGTH'
  | 'UNLOCKED'
  | 'ROLLED_BACK'
  | 'UNSIGNED'
  | 'BAD_SIGNATURE'
  | 'UNTRUSTED';

export interface Finding {
  readonly kind: FindingKind;
  /** The position in the chain, from 0; null if it concerns the whole chain. */
  readonly position: number | null;
  readonly itemId: string;
  /** The file that was found, as shown to the user. */
  readonly file: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
}

export function compareChains(locked: readonly LockedElement[], fresh: readonly Element[]): readonly Finding[] {
  const pairs = Math.min(locked.length, fresh.length);
  const findings: Finding[] = [];
  for (let position = 0; position < pairs; position++) {
    findings.push(...compareElements(position, locked[position] as LockedElement, fresh[position] as Element));
  }
  if (locked.length !== fresh.length) {
    const itemId = (locked[0] as LockedElement).itemId;
    findings.push({
      kind: 'CHAIN_LENGTH',
      position: null,
      itemId,
      file: null,
      expected: String(locked.length),
      actual: String(fresh.length),
    });
  }
  return findings;
}

function compareElements(position: number, locked: LockedElement, fresh: Element): readonly Finding[] {
  const at = { position, itemId: locked.itemId, file: fresh.file };
  // The element is not the pinned one. The one before it has another executor, and the finding is reported there.
  if (locked.itemId !== fresh.itemId) return [];
  const differs = locked.executorId !== fresh.executorId || locked.toolType !== fresh.toolType;
  return [
    ...(locked.space === fresh.space ? [] : [{ kind: 'SHADOWED', ...at, expected: locked.space, actual: fresh.space } as const]),
    ...(locked.integrity === fresh.integrity
      ? []
      : [{ kind: 'CHANGED', ...at, expected: locked.integrity, actual: fresh.integrity } as const]),
    ...(differs ? [{ kind: 'EXECUTOR_CHANGED', ...at, expected: executorText(locked), actual: executorText(fresh) } as const] : []),
  ];
}

function executorText({ toolType, executorId }: LockedElement): string {
  return `${toolType ?? 'no type'}, executor ${executorId ?? 'none'}`;
}

export function findingFields({ kind, position, itemId, file, expected, actual }: Finding): JsonObject {
  return { kind, position, item_id: itemId, file, expected, actual };
}
