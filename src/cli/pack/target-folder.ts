/** The folder that `--output` or `--out` names, with the command line that would name another one; null for the default folder. */
import { archiveExtension } from '#pack/ops/archive/write';
import type { PackTarget } from '#pack/ops/target';
import { type Invocation, UsageError } from '../command.ts';
import { retypedCommand } from '../retyped-command.ts';

export function targetFolder(invocation: Invocation, flag: '--output' | '--out'): PackTarget | null {
  const given = invocation.value(flag);
  if (given === undefined) return null;
  if (archiveExtension(given) !== null)
    throw new UsageError(`${flag} names a folder, found '${given}': pack export writes the archive of a pack`);
  return { given, path: invocation.resolve(given), instead: (folder) => retypedCommand(invocation, flag, folder) };
}
