/**
 * Compares two lockfiles, wherever they are; both must be complete.
 *
 *     diffLockfiles({ given: 'old.lock.json', bytes }, { given: 'new.lock.json', bytes })     added, removed, changed, metadata
 */

import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import type { ByteSource } from '#core/ports';
import { type ChainDiff, diffChainLocks, type WholeLock } from '../diff.ts';
import { parseChainLock } from '../document.ts';
import { badLock } from '../refusals.ts';

export interface GivenLock {
  /** The file name as shown to the user. */
  readonly given: string;
  readonly bytes: Uint8Array;
}

/** Throws `E_BAD_LOCK`. */
export function diffLockfiles(old: GivenLock, now: GivenLock): ChainDiff {
  return diffChainLocks(wholeLock(old), wholeLock(now));
}

function wholeLock({ given, bytes }: GivenLock): WholeLock {
  return { lock: parseChainLock(bytes, given), document: parseJson(bytes) as JsonObject };
}

/** The longest possible lock: a chain has at most ten elements. */
const MAX_LENGTH = 1 << 24;

/** `given` is the name as shown to the user. Throws `E_BAD_LOCK`, and the errors of the source. */
export function readGivenLock(source: ByteSource, given: string): Uint8Array {
  let bytes = new Uint8Array(1 << 16);
  let length = 0;
  for (;;) {
    const count = source.read(bytes.subarray(length));
    if (count === 0) return bytes.subarray(0, length);
    length += count;
    if (length > MAX_LENGTH) throw badLock(given, `longer than ${MAX_LENGTH} bytes`);
    if (length === bytes.length) {
      const wider = new Uint8Array(2 * length);
      wider.set(bytes);
      bytes = wider;
    }
  }
}
