/** A file named on the line, noted for the ledger with its hash and size (W3); without them where it cannot be read. */
import { drain } from '#core/bytes/source';
import { errorCode } from '#disk/os-error';
import type { Invocation } from '../command.ts';
import { readFileArgument } from '../file-argument.ts';

export function noteFile(invocation: Invocation, path: string): void {
  try {
    readFileArgument(invocation, path, drain);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}
