/** The lock named on the command line: it is read once and recorded for the ledger. */
import { errorCode, osText } from '#disk/os-error';
import { type LockFile, readLockFile } from '#stack/ops/lock-file';
import { cannotAccess } from '#stack/refusals';
import type { Invocation } from '../command.ts';
import { readFileArgument } from '../file-argument.ts';

/** Throws `E_BAD_LOCK` or `E_IO`. */
export function lockArgument(invocation: Invocation, given: string): LockFile {
  try {
    return readFileArgument(invocation, given, (source) => readLockFile(source, given));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw cannotAccess(`cannot read stack lock ${given}`, given, osText(error));
  }
}
