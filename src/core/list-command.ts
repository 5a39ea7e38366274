/**
 * The command that shows what lies beside a path that could not be used; unlike a look at the path itself it succeeds where there is none.
 *
 *     listParent('data/dec.lock.json')   ls -la data
 *     listParent('dec.lock.json')        ls -la .
 *     listParent('https://x.org/d')      null: nothing of it lies on the disk
 */
import { parentOf } from './path/parent-of.ts';
import { shellPath } from './shell-quote.ts';

export function listParent(path: string): string | null {
  return isUrl(path) ? null : `ls -la ${shellPath(parentOf(path))}`;
}

/** The first bytes of a file that is not what it should be. A device is not read: it may have no end, or wait for ever. */
export function lookAt(path: string): string {
  return `${/^\/(dev|proc|sys)\//.test(path) ? 'ls -ld' : 'head -c 200'} ${shellPath(path)}`;
}

/** By its beginning. */
export function isUrl(path: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(path);
}
