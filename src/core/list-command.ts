/**
 * The command that shows what lies beside a path that could not be used; unlike a look at the path itself it succeeds where there is none.
 *
 *     listParent('data/dec.lock.json')   ls -la data
 *     listParent('dec.lock.json')        ls -la .
 */
import { parentOf } from './parent-of.ts';
import { shellPath } from './shell-quote.ts';

export function listParent(path: string): string {
  return `ls -la ${shellPath(parentOf(path))}`;
}
