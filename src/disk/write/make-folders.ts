/**
 * Makes a folder and its missing parents, one by one. Node's own recursion never ends where a parent cannot be made and does not exist (a
 * removed working folder, `/proc/x/y`), and reports a read-only disk as `No such file or directory`.
 *
 *     makeFolders('/data/a/b')     ['/data/a', '/data/a/b'], where only /data existed
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../os-error.ts';
import { statIfThere } from '../path/stat-if-there.ts';
import { removeIfEmpty } from './remove-if-empty.ts';

/** Returns the folders that were made, the outermost first; all or none. Throws the system's error. */
export function makeFolders(folder: string, mode = 0o777): readonly string[] {
  try {
    return makeOne(folder, mode);
  } catch (error) {
    const parent = dirname(folder);
    if (errorCode(error) !== 'ENOENT' || parent === folder) throw error;
    const above = makeFolders(parent, mode);
    try {
      return [...above, ...makeOne(folder, mode)];
    } catch (again) {
      for (const made of above.toReversed()) removeIfEmpty(made);
      throw again;
    }
  }
}

function makeOne(folder: string, mode: number): readonly string[] {
  try {
    mkdirSync(folder, { mode });
    return [folder];
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && statIfThere(folder)?.isDirectory()) return [];
    throw error;
  }
}
