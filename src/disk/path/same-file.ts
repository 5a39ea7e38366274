/**
 * Whether two paths lead to one and the same file or folder, by what the system says it is: through links, hard links, mounts and other
 * spellings too.
 *
 *     isSameFile('/data/a.csv', '/data/../data/a.csv')   true
 *     isSameFolder('/home/u/.ai', '/data/u/.ai')         true where /home/u is a link to /data/u
 *     isStillAt('/u/witness.jsonl', fd)                  whether the open file is the one that is called so now
 */
import { fstatSync } from 'node:fs';
import { UnfitFile } from '../os-error.ts';
import { bigStatIfThere } from './stat-if-there.ts';

/** False where either is not there, or may not be asked. */
export function isSameFile(a: string, b: string): boolean {
  const identity = fileIdentity(a);
  return identity !== null && identity === fileIdentity(b);
}

/** The same name is the same folder, also where nothing is there yet. */
export function isSameFolder(a: string, b: string): boolean {
  return a === b || isSameFile(a, b);
}

/** Throws for an open file that is not regular. */
export function isStillAt(path: string, fd: number): boolean {
  const opened = fstatSync(fd, { bigint: true });
  if (!opened.isFile()) throw new UnfitFile('not a regular file');
  const named = bigStatIfThere(path);
  return named !== undefined && named.ino === opened.ino && named.dev === opened.dev;
}

/** Device and inode, links followed; null where nothing is there. */
export function fileIdentity(path: string): string | null {
  try {
    const found = path === '' ? undefined : bigStatIfThere(path);
    return found === undefined ? null : `${found.dev}:${found.ino}`;
  } catch {
    return null;
  }
}
