/**
 * What to do about a file that could not be written: make the folder that is missing, which puts nothing in another's place, or look.
 *
 *     writeRemedy('new/d.json', 'ENOENT')   mkdir -p new        writeRemedy('d.json', 'ENOSPC')   df -h .        else   ls -ld .
 */
import { parentOf } from './path/parent-of.ts';
import { isUrl, shellPath } from './shell-words.ts';

/** `code` is the system's; null where the path is a URL, of which nothing lies on the disk. */
export function writeRemedy(path: string, code: string | undefined): string | null {
  if (isUrl(path)) return null;
  const folder = parentOf(path);
  // What is here always exists, unless it was removed: then nothing can be made in it.
  const remedy = code === 'ENOENT' && folder !== '.' ? 'mkdir -p' : code === 'ENOSPC' ? 'df -h' : 'ls -ld';
  return `${remedy} ${shellPath(folder)}`;
}
