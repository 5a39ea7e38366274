/**
 * The verdict on one tool: its chain, resolved again, is compared with its lock (K3). If a pinned element is gone, the finding is MISSING.
 * Anything else that stops the search is a refusal: the tool was not judged.
 */
import type { JsonObject } from '#core/json/value';
import type { Refusal } from '#core/refusal';
import type { ChainLock, LockedElement } from './document.ts';
import { compareChains, type Finding } from './findings.ts';
import type { Element } from './resolve.ts';
import type { Space } from './space.ts';

export interface LockPlace {
  readonly space: Space;
  readonly file: string;
}

export interface ToolVerdict {
  readonly id: string;
  readonly version: string | null;
  readonly lock: LockPlace | null;
  readonly status: 'OK' | 'DRIFT' | 'UNLOCKED' | 'REFUSED';
  readonly findings: readonly Finding[];
  readonly refusal: Refusal | null;
}

export interface FreshChain {
  readonly chain: readonly Element[];
  /** Why the chain is incomplete, or null. */
  readonly failure: Refusal | null;
}

/** Returns null if the failure is not a missing element: then there is no verdict. */
export function judgeChain(lock: ChainLock, { chain, failure }: FreshChain): readonly Finding[] | null {
  if (failure === null) return compareChains(lock.chain, chain);
  if (failure.code !== 'E_NOT_FOUND') return null;
  const compared = compareChains(lock.chain.slice(0, chain.length), chain);
  const pinned = lock.chain[chain.length];
  const wanted = chain.at(-1)?.executorId ?? pinned?.itemId ?? '';
  return [...compared, missing(pinned, chain.length, wanted)];
}

/** The missing element may be another one than the pinned one. */
function missing(pinned: LockedElement | undefined, position: number, itemId: string): Finding {
  const expected = pinned?.itemId === itemId ? pinned.integrity : null;
  return { kind: 'MISSING', position, itemId, file: null, expected, actual: null };
}

/** The root itself is gone; its data come from its lock. */
export function missingRoot(lock: ChainLock): Finding {
  const [root] = lock.chain as readonly [LockedElement];
  return { kind: 'MISSING', position: 0, itemId: root.itemId, file: null, expected: root.integrity, actual: null };
}

/** No lock pins this version; there may be locks for other versions. */
export function unlockedFinding(root: Element): Finding {
  return { kind: 'UNLOCKED', position: 0, itemId: root.itemId, file: root.file, expected: null, actual: root.integrity };
}

/** `pinned` is the version of the lock in force. */
export function rolledBackFinding({ itemId, file, version }: Pick<Element, 'itemId' | 'file' | 'version'>, pinned: string): Finding {
  return { kind: 'ROLLED_BACK', position: 0, itemId, file, expected: pinned, actual: version };
}

export interface VerifyCounts {
  readonly ok: number;
  readonly drifted: number;
  readonly unlocked: number;
  readonly refused: number;
}

export function countsOf(tools: readonly ToolVerdict[]): VerifyCounts {
  const count = { OK: 0, DRIFT: 0, UNLOCKED: 0, REFUSED: 0 };
  for (const { status } of tools) count[status]++;
  return { ok: count.OK, drifted: count.DRIFT, unlocked: count.UNLOCKED, refused: count.REFUSED };
}

/** A refusal has priority over drift; with `frozen`, a tool without a lock counts as drifted (K5). */
export function verifyOutcome(tools: readonly ToolVerdict[], frozen: boolean): 'CHAIN_OK' | 'CHAIN_DRIFT' | 'REFUSAL' {
  const { drifted, unlocked, refused } = countsOf(tools);
  if (refused > 0) return 'REFUSAL';
  return drifted > 0 || (frozen && unlocked > 0) ? 'CHAIN_DRIFT' : 'CHAIN_OK';
}

export function countFields({ ok, drifted, unlocked, refused }: VerifyCounts): JsonObject {
  return { ok, drifted, unlocked, refused };
}
