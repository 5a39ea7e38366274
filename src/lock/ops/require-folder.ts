/** A root that members are to be looked for in. Asked only after the self-hash (L9), so that a wrong root never hides a tampered lock. */
import { statSync } from 'node:fs';
import { errorCode, osText } from '#disk/os-error';
import { rootNotFound } from '../verify-refusals.ts';

/** `given` as it was typed, `path` where that is. */
export function requireFolder(given: string, path: string): void {
  if (given === '') throw rootNotFound(given, 'No such file or directory');
  try {
    if (!statSync(path).isDirectory()) throw rootNotFound(given, 'Not a directory');
  } catch (error) {
    throw errorCode(error) === undefined ? error : rootNotFound(given, osText(error));
  }
}
