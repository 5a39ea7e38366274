/** `--output` inside the scanned folder is refused, however links hide it: the next scan would pin the lockfile of this one (L8). */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { shellQuote } from '#core/shell-quote';
import { isBelow } from '#io/below-folder';
import { outputInRoot } from '#lock/refusals';
import type { Invocation } from '../command.ts';

/** `root` is where the folder lies that was typed as `typed`. */
export function refuseOutputInRoot(invocation: Invocation, typed: string, root: string): void {
  const output = invocation.value('--output');
  if (output === undefined) return;
  const folder = realPath(root);
  const isInside = (path: string): boolean => isBelow(folder, realPath(path));
  if (!isInside(invocation.resolve(output))) return;
  const names = [basename(output), `${basename(folder)}.lock.json`];
  const beside = names.map((name) => join(dirname(folder), name)).find((path) => !isInside(path));
  throw outputInRoot(output, typed, beside === undefined ? null : lineWith(invocation, relative(invocation.world.cwd, beside)));
}

/** Links resolved as far as the path is there. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

/** The same line with another `--output`. */
function lineWith(invocation: Invocation, output: string): string {
  const words = invocation.command.options.flatMap(({ flag, value }) => {
    const values = flag === '--output' ? [output] : invocation.values(flag);
    return values.map((text) => (value === undefined ? flag : `${flag}=${shellQuote(text)}`));
  });
  return `lock ${words.join(' ')}`;
}
