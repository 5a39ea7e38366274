/**
 * Whether two paths lead to one folder, by what the system says it is: through links and mounts too.
 *
 *     isSameFolder('/home/u/.ai', '/data/u/.ai')     true where /home/u is a link to /data/u
 */
import { statSync } from 'node:fs';

/** What is not there, or cannot be looked at, is the same as nothing. */
export function isSameFolder(a: string, b: string): boolean {
  if (a === b) return true;
  const one = identityOf(a);
  return one !== null && one === identityOf(b);
}

function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}
