/** `node:os` in a browser. */
import { errno } from './errors.ts';
import { TEMPORARY_FOLDER } from './temporary-files.ts';

export const constants = { errno, signals: {} };

export function homedir(): string {
  return '/';
}

/** One worker judges; the page hashes long files beside it. */
export function availableParallelism(): number {
  return 1;
}

export function tmpdir(): string {
  return TEMPORARY_FOLDER;
}
