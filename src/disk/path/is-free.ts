/** Whether nothing exists at a path, not even a broken link, so that a file can be created there without replacing another. */
import { lstatSync } from 'node:fs';
import { errorCode } from '../os-error.ts';

/** False where that cannot be determined. */
export function isFree(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
