/** A lockfile named on the command line: it is read once, recorded for the ledger, and judged. */
import { isSha256Digest } from '#core/digest';
import type { ByteSource } from '#core/ports';
import { openLock } from '#lock/ops/open';
import type { JudgedLock } from '#lock/verify';
import type { Invocation } from '../command.ts';
import { readFileArgument } from '../file-argument.ts';

export interface LockfileReading {
  /** The parameter of the ledger's record that names the lock. */
  readonly idField?: string;
  /** Sees all bytes that are read. */
  readonly observed?: (source: ByteSource) => ByteSource;
}

/** `-` is standard input. */
export function openLockfile(
  invocation: Invocation,
  path: string,
  { idField = 'lock_hash', observed = (source) => source }: LockfileReading = {},
): JudgedLock {
  const lock =
    path === '-'
      ? readStandardInput(invocation, observed)
      : openLock(path, (read) => readFileArgument(invocation, path, (source) => read(observed(source))));
  const { record } = invocation;
  // The `lock_hash` in a lockfile may be any text; it is recorded only if it has the form of a digest.
  if (isSha256Digest(lock.lockHash.stored)) record.params = { ...record.params, [idField]: lock.lockHash.stored };
  return lock;
}

function readStandardInput(invocation: Invocation, observed: (source: ByteSource) => ByteSource): JudgedLock {
  invocation.record.inputs.push({ path: 'stdin', hash: null, bytes: null });
  return openLock('stdin', (read) => read(observed(invocation.context.stdin)));
}
