/** How deep a search goes: `--depth N`, or `--no-recurse`, which is `--depth 0`. */
import { type Invocation, UsageError } from '../command.ts';

/** Null for all levels. */
export function depthOf(invocation: Invocation): number | null {
  const depth = invocation.integer('--depth', 0);
  if (!invocation.has('--no-recurse')) return depth ?? null;
  if (depth !== undefined) throw new UsageError('expected either --depth or --no-recurse, found both');
  return 0;
}
