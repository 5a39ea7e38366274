/** `--profile FILE…` of `lock` and `lock verify`. The code that recognises a profile is loaded only where the option is given. */

import { listParentCommand } from '#core/shell-words';
import { errorCode, osText } from '#disk/os-error';
import type { GivenProfile } from '#lock/origin/profiles';
import { cannotAccess } from '#lock/refusals';
import type { Invocation } from '../command.ts';
import { readFileArgument } from '../file-argument.ts';

/** Undefined without `--profile`. The files are read when the function is called. */
export async function profileReader(invocation: Invocation): Promise<(() => readonly GivenProfile[]) | undefined> {
  const files = invocation.values('--profile');
  if (files.length === 0) return undefined;
  const { readProfile } = await import('#pack/ops/profile');
  return () =>
    files.map((file) => {
      try {
        return readFileArgument(invocation, file, (source) => readProfile(file, source));
      } catch (error) {
        if (errorCode(error) === undefined) throw error;
        throw cannotAccess(`cannot read profile — ${osText(error)}`, file, osText(error), listParentCommand(file));
      }
    });
}
