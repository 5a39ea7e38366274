/**
 * A short file in one read, for thousands of them: nothing is asked of it but its bytes. That is enough for one that its folder lists as a
 * regular file: what came in a single read of a regular file is what it held at that moment. Null where it is longer than 64 KiB.
 *
 *     readShortFile('/p/.ai/tools/web/scraper.py')     its bytes, in a buffer of their own
 *     readShortText('/u/lockfiles/t@1.lock.json')      as text, U+FFFD where it is not UTF-8; null also where it cannot be read
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { CAREFULLY } from './carefully.ts';

const scratch = Buffer.allocUnsafeSlow((1 << 16) + 1);

/** Throws the system's error. */
export function readShortFile(path: string): Uint8Array | null {
  const length = fillFrom(path);
  return length < scratch.length ? Buffer.from(scratch.subarray(0, length)) : null;
}

/** For a first look: who is not content with the answer asks again, with all questions. */
export function readShortText(path: string): string | null {
  try {
    const length = fillFrom(path);
    return length < scratch.length ? scratch.toString('utf8', 0, length) : null;
  } catch {
    return null;
  }
}

function fillFrom(path: string): number {
  const fd = openSync(path, CAREFULLY);
  try {
    return readSync(fd, scratch, 0, scratch.length, null);
  } finally {
    closeSync(fd);
  }
}
