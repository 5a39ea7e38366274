/**
 * Size and time of a file that a walk has found; a skip if the system does not report them, or if it is no longer a regular file.
 *
 *     measureFile(entry, { follow: true })   {kind: 'measured', relativePath: 'a.csv', path: '/data/a.csv', size: 12n, mtime: …}
 */
import { lstatSync, statSync } from 'node:fs';
import { kindOf } from './directory.ts';
import { notRegular, type SkipEntry, unmeasured } from './skipped-entry.ts';
import type { FileEntry } from './walk.ts';

export interface Measured {
  readonly kind: 'measured';
  readonly relativePath: string;
  readonly path: string;
  readonly size: bigint;
  /** Nanoseconds since 1970; milliseconds as a double would round some of them up. */
  readonly mtime: bigint;
}

export function measureFile(entry: FileEntry, { follow }: { readonly follow: boolean }): Measured | SkipEntry {
  const { relativePath, absolutePath } = entry;
  try {
    const stats = (follow ? statSync : lstatSync)(absolutePath, { bigint: true });
    if (!stats.isFile()) return notRegular({ relativePath, path: absolutePath }, kindOf(stats));
    return { kind: 'measured', relativePath, path: entry.realPath, size: stats.size, mtime: stats.mtimeNs };
  } catch (error) {
    return unmeasured({ relativePath, path: absolutePath }, error);
  }
}
