/**
 * Suggests a command for a file that could not be written: create the missing folder, which overwrites nothing, or look at the folder.
 *
 *     writeRemedy('new/d.json', 'ENOENT')   mkdir -p new        writeRemedy('d.json', 'ENOSPC')   df -h .        else   ls -ld .
 */
import { parentOf } from './path/parent-of.ts';
import { isUrl, shellPath } from './shell-words.ts';

/** `code` is the system error code. Returns null if the path is a URL, because it is not on the disk. */
export function writeRemedy(path: string, code: string | undefined): string | null {
  if (isUrl(path)) return null;
  const folder = parentOf(path);
  // The current folder always exists, unless it was removed. Then nothing can be created in it.
  const remedy = code === 'ENOENT' && folder !== '.' ? 'mkdir -p' : code === 'ENOSPC' ? 'df -h' : 'ls -ld';
  return `${remedy} ${shellPath(folder)}`;
}
