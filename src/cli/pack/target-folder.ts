/** The folder that `--output` or `--out` names, with the line that would name another; null for the default one. */
import type { PackTarget } from '#verbs/pack-target';
import type { Invocation } from '../command.ts';
import { typedLine } from '../typed-line.ts';

export function targetFolder(invocation: Invocation, flag: '--output' | '--out'): PackTarget | null {
  const given = invocation.value(flag);
  if (given === undefined) return null;
  return { given, path: invocation.resolve(given), instead: (folder) => typedLine(invocation, flag, folder) };
}
