/**
 * Whether two paths lead to one and the same file, through links, hard links and other spellings too.
 *
 *     isSameFile('/data/a.csv', '/data/../data/a.csv')   true
 */
import { statSync } from 'node:fs';

/** False where either is not there, or may not be asked. */
export function isSameFile(a: string, b: string): boolean {
  const identity = fileIdentity(a);
  return identity !== null && identity === fileIdentity(b);
}

/** Device and inode, links followed; null where nothing is there. */
export function fileIdentity(path: string): string | null {
  try {
    const found = path === '' ? undefined : statSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? null : `${found.dev}:${found.ino}`;
  } catch {
    return null;
  }
}
