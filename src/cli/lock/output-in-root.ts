/** `--output` inside the scanned folder is refused, however links hide it: the next scan would pin the lockfile of this one (L8). */
import { basename, dirname, join, relative } from 'node:path';
import { liesIn } from '#io/lies-in';
import { realPath } from '#io/real-path';
import { outputInRoot } from '#lock/refusals';
import type { Invocation } from '../command.ts';
import { typedLine } from '../typed-line.ts';

/** `root` is where the folder lies that was typed as `typed`. */
export function refuseOutputInRoot(invocation: Invocation, typed: string, root: string): void {
  const output = invocation.value('--output');
  if (output === undefined || !liesIn(root, invocation.resolve(output))) return;
  const folder = realPath(root);
  const names = [basename(output), `${basename(folder)}.lock.json`];
  const beside = names.map((name) => join(dirname(folder), name)).find((path) => !liesIn(folder, path));
  const next = beside === undefined ? null : typedLine(invocation, '--output', relative(invocation.world.cwd, beside));
  throw outputInRoot(output, typed, next);
}
