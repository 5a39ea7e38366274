/** Reads a lockfile once and judges it (lock.md verify, steps 3 to 10). */
import { JsonTooLarge } from '#core/json/limits';
import { JsonError } from '#core/json/read';
import type { ByteSource } from '#core/ports';
import { errorCode, mayPass, osText } from '#disk/os-error';
import { newHasher } from '#hashing/hashers';
import { isPartStart } from '../part/start.ts';
import { type LockText, readLock } from '../read.ts';
import { type JudgedLock, judgeLockfile } from '../verify.ts';
import { type LockfilePlace, malformed, partNotLock, unreadableLockfile } from '../verify-refusals.ts';

/** `withSource` opens the file, calls back with its bytes, and closes it. A system error that it throws becomes `E_IO`. */
export function openLock(path: string, withSource: (read: (source: ByteSource) => LockText) => LockText): JudgedLock {
  const place: LockfilePlace = { path };
  return judgeLockfile(readText(place, withSource), place, newHasher);
}

function readText(place: LockfilePlace, withSource: (read: (source: ByteSource) => LockText) => LockText): LockText {
  let start: Uint8Array | null = null;
  const keepStart = (bytes: Uint8Array): void => void (start ??= bytes.slice());
  try {
    return withSource((source) => readLock(source, keepStart));
  } catch (error) {
    // The lines of a part are no single JSON value.
    if (error instanceof JsonError && start !== null && isPartStart(start)) throw partNotLock(place);
    if (error instanceof JsonTooLarge || errorCode(error) !== undefined) throw unreadableLockfile(place, osText(error), mayPass(error));
    if (error instanceof JsonError) throw malformed(place, error.message);
    throw error;
  }
}
