/** A lockfile named on the command line, read once, noted for the ledger, and judged. */
import type { JudgedLock } from '#lock/verify';
import { openLock } from '#verbs/lock-open';
import type { Invocation } from '../command.ts';
import { readFileArgument } from '../file-argument.ts';

/** `root` is where its files lie, if that was said. */
export function openLockfile(invocation: Invocation, path: string, root: string | null): JudgedLock {
  return openLock(path, root, (read) => readFileArgument(invocation, path, read));
}
