/**
 * Whether two paths lead to the same file or folder, by the system's identity for it: also through links, hard links, mounts and other
 * spellings.
 *
 *     isSameFile('/data/a.csv', '/data/../data/a.csv')   true
 *     isSameFolder('/home/u/.ai', '/data/u/.ai')         true where /home/u is a link to /data/u
 *     isStillAt('/u/witness.jsonl', fd)                  whether the open file still has this name
 */
import { fstatSync } from 'node:fs';
import { UnusableFile } from '../os-error.ts';
import { bigStatIfThere } from './stat-if-there.ts';

/** False where one of them does not exist or cannot be examined. */
export function isSameFile(a: string, b: string): boolean {
  const identity = fileIdentity(a);
  return identity !== null && identity === fileIdentity(b);
}

/** Equal paths are the same folder, also where nothing exists yet. */
export function isSameFolder(a: string, b: string): boolean {
  return a === b || isSameFile(a, b);
}

/** Throws for an open file that is not regular. */
export function isStillAt(path: string, fd: number): boolean {
  const opened = fstatSync(fd, { bigint: true });
  if (!opened.isFile()) throw new UnusableFile('not a regular file');
  const named = bigStatIfThere(path);
  return named !== undefined && named.ino === opened.ino && named.dev === opened.dev;
}

/** Device and inode, with links followed; null where nothing exists. */
export function fileIdentity(path: string): string | null {
  try {
    const found = path === '' ? undefined : bigStatIfThere(path);
    return found === undefined ? null : `${found.dev}:${found.ino}`;
  } catch {
    return null;
  }
}
