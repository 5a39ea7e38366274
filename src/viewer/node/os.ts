/** `node:os` in a browser. */
import { errno } from './errors.ts';

export const constants = { errno, signals: {} };

export function homedir(): string {
  return '/';
}

/** One worker judges; the page hashes long files beside it. */
export function availableParallelism(): number {
  return 1;
}
