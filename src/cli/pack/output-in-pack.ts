/** Refuses an `--output` inside a pack, or over an archive on the line, also through links: judging evidence must not change it. */
import { isInside } from '#disk/path/real-path';
import { enclosingPack } from '#pack/ops/enclosing-pack';
import { insidePack } from '#pack/refusals';
import type { Invocation } from '../command.ts';
import { retypedCommand } from '../retyped-command.ts';

export function refuseOutputInPack(invocation: Invocation): void {
  const output = invocation.value('--output');
  if (output === undefined || output === '') return;
  const path = invocation.resolve(output);
  const pack = invocation.args.find((given) => isInside(invocation.resolve(given), path)) ?? enclosingPack(path);
  if (pack !== null) throw insidePack(output, pack, retypedCommand(invocation, '--output', null));
}
