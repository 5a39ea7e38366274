/** Whether nothing lies at a path, not even a link that leads nowhere, so that a file could be put there without replacing any. */
import { lstatSync } from 'node:fs';
import { errorCode } from '../os-error.ts';

/** False where that cannot be known. */
export function isFree(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
