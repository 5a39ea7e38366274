/**
 * Paths below a folder, compared as text: no link is followed.
 *
 *     withSeparator('/data')               /data/
 *     isBelow('/data', '/data/a.csv')      true; not so /data itself and /database
 *     shownBelow('./data', 'a.csv')        data/a.csv, but link/../a.csv stays link/../a.csv
 */
import { join, sep } from 'node:path';

/** The folder with one separator at its end, so that a name can be appended. */
export function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}

export function isBelow(folder: string, path: string): boolean {
  return path.startsWith(withSeparator(folder));
}

/** A name below a folder as it was typed, for people: shortened, unless the short form could mean another folder (M2). */
export function shownBelow(folder: string, ...names: readonly string[]): string {
  return hasParent(folder) ? withSeparator(folder) + names.join(sep) : join(folder, ...names);
}

/** Whether a path contains `..`, which after a link leads to another folder than the text suggests. */
export function hasParent(path: string): boolean {
  return path.includes('..') && path.split(sep).includes('..');
}
