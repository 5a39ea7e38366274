/**
 * `chain verify`: resolves every tool again and compares it with its lock; nothing is written. Tools share a finder, so a runtime that a thousand
 * tools use is read once.
 *
 *     verifyTools(['web/scraper'], { roots, finder, trusted: null })     [{ id: 'web/scraper', status: 'OK', … }]
 */

import { Refusal } from '#core/refusal';
import { readShortText } from '#disk/read/regular-file';
import { isExactLock } from '../exact-lock.ts';
import type { Finding } from '../findings.ts';
import { BadId, parseToolId, type ToolId } from '../id.ts';
import { badId } from '../refusals.ts';
import { type Element, type Finder, resolvePartly } from '../resolve.ts';
import {
  type FreshChain,
  judgeChain,
  type LockPlace,
  missingRoot,
  rolledBackFinding,
  type ToolVerdict,
  unlockedFinding,
} from '../verify.ts';
import { compareVersions } from '../version-order.ts';
import { lockInForce } from './lock-in-force.ts';
import { type FoundLock, type Locks, type NamedLock, openLocks, readLock } from './lockfiles.ts';
import { judgeSignature, type TrustedKeys } from './signatures.ts';
import type { SpaceRoots } from './spaces.ts';

export interface ChainCheck {
  readonly roots: SpaceRoots;
  readonly finder: Finder;
  /** Null if signatures are not judged. */
  readonly trusted: TrustedKeys | null;
  /** The locks of the three spaces, if they are already open. */
  readonly locks?: Locks;
  /** Receives every lock that is read. */
  readonly onLock?: (file: string, bytes: Uint8Array) => void;
}

export function verifyTools(ids: readonly string[], check: ChainCheck): readonly ToolVerdict[] {
  const locks = check.locks ?? openLocks(check.roots);
  return ids.map((id) => {
    try {
      return verifyTool(toolIdOf(id), check, locks);
    } catch (error) {
      if (error instanceof Refusal) return { id, version: null, lock: null, status: 'REFUSED', findings: [], refusal: error };
      throw error;
    }
  });
}

export function toolIdOf(text: string): ToolId {
  try {
    return parseToolId(text);
  } catch (error) {
    if (error instanceof BadId) throw badId(error.message);
    throw error;
  }
}

function verifyTool(id: ToolId, { finder, trusted, onLock }: ChainCheck, locks: Locks): ToolVerdict {
  const fresh = resolvePartly(id, finder);
  const [root] = fresh.chain;
  const pinning = locks.named(id);
  const inForce = lockInForce(pinning, root ?? null);
  if (root === undefined) return verifyMissing(inForce, fresh.failure as Refusal, onLock);
  const signatures = trusted === null ? [] : signatureFindings(fresh.chain, trusted);
  const verdict = { id, version: root.version, refusal: null };
  if (inForce !== null && compareVersions(root.version, inForce.version) < 0) {
    const drifted = judgeChain(readReported(inForce, onLock).lock, fresh);
    if (drifted === null) throw fresh.failure;
    const findings = [rolledBackFinding(root, inForce.version), ...drifted, ...signatures];
    return { ...verdict, lock: placeOf(inForce), status: 'DRIFT', findings };
  }
  const named = pinning.find(({ version }) => version === root.version);
  if (named === undefined) {
    if (fresh.failure !== null) throw fresh.failure;
    // Another version is pinned: a tool must not lose its lock by changing its version number.
    const status = inForce !== null || signatures.length > 0 ? 'DRIFT' : 'UNLOCKED';
    return { ...verdict, lock: null, status, findings: [unlockedFinding(root), ...signatures] };
  }
  const drifted = isExactly(named, fresh, onLock) ? [] : judgeChain(readReported(named, onLock).lock, fresh);
  if (drifted === null) throw fresh.failure;
  const findings = [...drifted, ...signatures];
  return { ...verdict, lock: placeOf(named), status: findings.length === 0 ? 'OK' : 'DRIFT', findings };
}

/** If the lock is not the exact text, or cannot be read, the full reader decides and reports. */
function isExactly({ file, kind }: NamedLock, { chain, failure }: FreshChain, onLock: ChainCheck['onLock']): boolean {
  if (failure !== null || onLock !== undefined || kind !== 'file') return false;
  const text = readShortText(file);
  return text !== null && isExactLock(text, chain);
}

function readReported(named: NamedLock, onLock: ChainCheck['onLock']): FoundLock {
  const found = readLock(named);
  onLock?.(found.file, found.bytes);
  return found;
}

function placeOf({ space, file }: NamedLock): LockPlace {
  return { space, file };
}

/** The root is gone: its lock is found by name, for any version (K3). */
function verifyMissing(named: NamedLock | null, failure: Refusal, onLock: ChainCheck['onLock']): ToolVerdict {
  if (named === null || failure.code !== 'E_NOT_FOUND') throw failure;
  const { id, version } = named;
  const findings = [missingRoot(readReported(named, onLock).lock)];
  return { id, version, lock: placeOf(named), status: 'DRIFT', findings, refusal: null };
}

function signatureFindings(chain: readonly Element[], trusted: TrustedKeys): readonly Finding[] {
  return chain.flatMap((element, position) => {
    const judged = judgeSignature(element, trusted);
    if (judged === 'valid') return [];
    const { itemId, file } = element;
    return [{ kind: judged.kind, position, itemId, file, expected: null, actual: judged.message }];
  });
}
