/**
 * Compares a lockfile that is sealed in two packs with different bytes. There is a `lock diff` only if both lockfiles match their own hash.
 */
import type { ByteSource } from '#core/ports';
import { Refusal } from '#core/refusal';
import { version } from '#installation/paths';
import { diffDocument, diffLocks } from '#lock/diff';
import { diffLines } from '#lock/diff-text';
import { openLock } from '#lock/ops/open';
import type { JudgedLock } from '#lock/verify';
import type { LockChange } from '../diff.ts';

/** The lock, or the reason why it cannot be trusted. */
export interface OpenedLock {
  /** The pack as it was typed, and the path of the member: `november/dec.lock.json`. */
  readonly name: string;
  readonly lock: JudgedLock | null;
  readonly fault: string;
}

export function openSealedLock(pack: string, path: string, source: ByteSource): OpenedLock {
  const name = `${pack.replace(/\/+$/, '')}/${path}`;
  try {
    const lock = openLock(name, (read) => read(source));
    return lock.lockHash.valid ? { name, lock, fault: '' } : { name, lock: null, fault: 'lockfile does not match its own hash' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { name, lock: null, fault: error.message };
  }
}

export function lockChange(path: string, old: OpenedLock, now: OpenedLock): LockChange {
  if (old.lock === null || now.lock === null) {
    const faults = [old, now].filter(({ lock }) => lock === null);
    return { path, diff: null, reason: faults.map(({ name, fault }) => `${name}: ${fault}`).join('; ') };
  }
  const diff = diffLocks(old.lock, now.lock);
  const names = { old: old.name, new: now.name };
  return {
    path,
    diff: diffDocument(diff, names, version),
    lines: (safe) => diffLines(diff, names, { path: safe, good: asIs, bad: asIs, warn: asIs }),
  };
}

function asIs(text: string): string {
  return text;
}
