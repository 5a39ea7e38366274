/** Whether an option names this place, by whatever spelling and also where nothing exists yet. `path` is absolute. */
import { realPath } from '#disk/path/real-path';
import type { Invocation } from '../command.ts';

export function namesPlace({ value, resolve }: Pick<Invocation, 'value' | 'resolve'>, flag: string, path: string): boolean {
  const named = value(flag);
  return named !== undefined && realPath(resolve(named)) === realPath(path);
}
