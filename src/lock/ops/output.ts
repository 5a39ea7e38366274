/**
 * The output path of a new lock (M3). An existing file there is replaced only by the same lock, or with `force`.
 *
 *     const place = openLockOutput({ given: 'dec.lock.json', path: '/data/dec.lock.json', force: false });   refuses a file that is no lock
 *     place.accept(lock, look);                                                                               refuses a different lock
 *     place.recheck();                                                                                        right before the file is written
 */
import { Refusal } from '#core/refusal';
import { shellPath } from '#core/shell-words';
import { bigStatIfThere } from '#disk/path/stat-if-there';
import { withGivenFile } from '#disk/read/given-file';
import type { Lock } from '../document.ts';
import { outputExists } from '../refusals.ts';
import { isSameLock } from '../same-lock.ts';
import type { JudgedLock } from '../verify.ts';
import { openLock } from './open.ts';

export interface LockOutput {
  /** `given` is the path as it was typed, `path` is the absolute path. */
  readonly given: string;
  readonly path: string;
  /** True if any existing file may be replaced. */
  readonly force: boolean;
}

export interface LockOutputPlace {
  /** `look` is the command that shows how the two locks differ, or null if none is known. */
  accept(lock: Lock, look: string | null): void;
  /** Refuses if a file was created or changed at the path since it was first checked. */
  recheck(): void;
}

export function openLockOutput(output: LockOutput): LockOutputPlace {
  if (output.force) return { accept() {}, recheck() {} };
  const seen = stateOf(output.path);
  const before = seen === null ? null : openExisting(output);
  return {
    accept(lock, look) {
      if (before === null || isSameLock(before, lock)) return;
      throw outputExists(output.given, { kind: 'another lock' }, look ?? lookCommand(output, 'lock verify'));
    },
    recheck() {
      if (stateOf(output.path) === seen) return;
      throw outputExists(output.given, { kind: 'newer file' }, lookCommand(output, 'ls -l'));
    },
  };
}

function openExisting(output: LockOutput): JudgedLock {
  let lock: JudgedLock;
  try {
    lock = openLock(output.given, (read) => withGivenFile(output.path, ({ source }) => read(source)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw outputExists(output.given, { kind: 'no lock', error: error.message }, lookCommand(output, 'head -c 200'));
  }
  if (!lock.lockHash.valid) throw outputExists(output.given, { kind: 'tampered' }, lookCommand(output, 'lock verify'));
  return lock;
}

function lookCommand({ given }: LockOutput, command: string): string {
  return `${command} ${shellPath(given)}`;
}

/** Returns null if there is no regular file. A folder or a device is refused later, when it is written to. */
function stateOf(path: string): string | null {
  const found = bigStatIfThere(path);
  return found?.isFile() !== true ? null : `${found.dev}:${found.ino}:${found.size}:${found.mtimeNs}`;
}
