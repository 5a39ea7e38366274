/**
 * Whether something has this name, be it a link that leads nowhere, a folder, or a file that may not be looked at: a reader then says what is
 * wrong with it, where a question for the file alone would say that there is none.
 *
 *     isTaken('/data/a.csv.sig')          true for a broken link too
 *     isTaken(`/data/${long}.sig`)        false: no file can have a name of that length
 */
import { lstatSync } from 'node:fs';
import { errorCode, isMissing } from '../os-error.ts';

/** The system's limit for a whole path, with its final zero. A file may lie beyond it, where only its folder can name it. */
const MAX_PATH = 4096;

export function isTaken(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    const isTooLong = errorCode(error) === 'ENAMETOOLONG' && Buffer.byteLength(path) < MAX_PATH;
    return !isTooLong && !isMissing(error);
  }
}
