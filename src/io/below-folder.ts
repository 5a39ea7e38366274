/**
 * Paths below a folder, told by their letters alone: no link is followed.
 *
 *     withSeparator('/data')               /data/
 *     isBelow('/data', '/data/a.csv')      true; not so /data itself and /database
 */
import { sep } from 'node:path';

/** The folder with one separator at its end, so that a name can follow. */
export function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}

export function isBelow(folder: string, path: string): boolean {
  return path.startsWith(withSeparator(folder));
}
