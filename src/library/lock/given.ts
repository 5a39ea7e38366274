/** A lockfile that a caller names by its path, or gives as bytes. */
import { memorySource } from '#core/bytes/source';
import { withGivenFile } from '#disk/read/given-file';
import { openLock } from '#lock/ops/open';
import { type JudgedLock, requireUntampered } from '#lock/verify';
import { absolute } from '../given-path.ts';

export type GivenLock = string | Uint8Array;

export function openJudged(lockfile: GivenLock): JudgedLock {
  return openLock(nameOf(lockfile), (read) => {
    if (typeof lockfile !== 'string') return read(memorySource(lockfile));
    return withGivenFile(absolute(lockfile), ({ source }) => read(source));
  });
}

/** Refuses a lock that does not match its own hash. */
export function openTrusted(lockfile: GivenLock): JudgedLock {
  return requireUntampered(nameOf(lockfile), openJudged(lockfile));
}

export function nameOf(lockfile: GivenLock): string {
  return typeof lockfile === 'string' ? lockfile : '(bytes)';
}
