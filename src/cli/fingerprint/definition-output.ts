/** Writes a definition to standard output, or to the file that `--output` names. */
import { encodeUtf8 } from '#core/bytes/utf8';
import { statIfThere } from '#disk/path/stat-if-there';
import { definitionExists } from '#stream/fingerprint-refusals';
import { type Invocation, UsageError } from '../command.ts';
import { recordInput } from '../file-argument.ts';
import { requireWritableOutput, writePayload } from '../output-file.ts';

/** Records a file for the ledger (W3), unless it is a pipe, which would be waited for, or a device. */
export function recordRegular(invocation: Invocation, path: string): boolean {
  const isRegular = statIfThere(invocation.resolve(path))?.isFile() !== false;
  if (isRegular) recordInput(invocation, path);
  return isRegular;
}

/** Before any work: nothing is written over an input, and an existing file is replaced only with `--force` (M3). */
export function requireNewOutput(invocation: Invocation): void {
  if (invocation.has('--force') && !invocation.has('--output')) throw new UsageError('--force needs --output');
  requireWritableOutput(invocation);
  requireFree(invocation);
}

export function writeNewOutput(invocation: Invocation, text: string): void {
  writePayload(invocation, (write) => write(encodeUtf8(text)), { beforeWrite: () => requireFree(invocation) });
}

function requireFree(invocation: Invocation): void {
  const file = invocation.value('--output');
  if (file === undefined || invocation.has('--force') || statIfThere(invocation.resolve(file)) === undefined) return;
  throw definitionExists(file);
}
