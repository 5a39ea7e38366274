/** Removes a folder only if it is empty; returns whether it is gone. */
import { rmdirSync } from 'node:fs';
import { errorCode } from '../os-error.ts';

export function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
