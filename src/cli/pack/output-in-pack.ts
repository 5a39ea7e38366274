/** `--output` in a pack, or over the archive of one on the line, is refused, however links hide it: to judge evidence must not change any. */
import { liesIn } from '#disk/path/real-path';
import { enclosingPack } from '#pack/ops/enclosing-pack';
import { insidePack } from '#pack/refusals';
import type { Invocation } from '../command.ts';
import { typedLine } from '../retyped-command.ts';

export function refuseOutputInPack(invocation: Invocation): void {
  const output = invocation.value('--output');
  if (output === undefined || output === '') return;
  const path = invocation.resolve(output);
  const pack = invocation.args.find((given) => liesIn(invocation.resolve(given), path)) ?? enclosingPack(path);
  if (pack !== null) throw insidePack(output, pack, typedLine(invocation, '--output', null));
}
