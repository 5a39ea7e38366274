/** The location of a ledger must be a regular file or a link to one; a pipe, a socket, a device or a folder is never opened. */
import type { Stats } from 'node:fs';
import { statIfThere } from './stat-if-there.ts';

/** Null if nothing exists at `path`. */
export function statRegular(path: string): Stats | null {
  const stats = statIfThere(path);
  if (stats === undefined) return null;
  if (stats.isDirectory()) throw Object.assign(new Error('Is a directory'), { code: 'EISDIR' });
  if (!stats.isFile()) throw new Error('not a regular file');
  return stats;
}
