/**
 * The command that shows what lies beside a path that could not be used; unlike a look at the path itself it succeeds where there is none.
 *
 *     listParent('data/dec.lock.json')   ls -la data
 *     listParent('dec.lock.json')        ls -la .
 */
import { shellPath } from './shell-quote.ts';

export function listParent(path: string): string {
  return `ls -la ${shellPath(parentOf(path))}`;
}

function parentOf(path: string): string {
  const name = path.replace(/\/+$/, '');
  const parent = name.slice(0, name.lastIndexOf('/') + 1).replace(/\/+$/, '');
  if (parent !== '') return parent;
  return path.startsWith('/') ? '/' : '.';
}
