/** Locks for tests, read and judged as `lock verify` does it. */
import { newHasher } from '#hashing/hashers';
import { readLock } from '#lock/read';
import { type JudgedLock, judgeLockfile } from '#lock/verify';
import type { LockfilePlace } from '#lock/verify-refusals';
import { sealLock } from './seal-lock.ts';

const place: LockfilePlace = { path: 'dec.lock.json' };

export function judgedLock(text: string): JudgedLock {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const source = {
    read(into: Uint8Array): number {
      const run = bytes.subarray(at, at + into.length);
      into.set(run);
      at += run.length;
      return run.length;
    },
  };
  return judgeLockfile(readLock(source), place, newHasher);
}

/** A lock of version `lock.v0` with these fields, given the hash that makes it valid. */
export function sealedLock(fields: object): JudgedLock {
  return judgedLock(sealLock(JSON.stringify({ members: [], version: 'lock.v0', ...fields })));
}

export function member(path: string, fields: object = {}): object {
  return { bytes_hash: 'sha256:00', fingerprint: null, path, size: 1, ...fields };
}
