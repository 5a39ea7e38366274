/**
 * Reports the progress of a command to a watcher: first the number of files and a function that computes the total of bytes, then every
 * finished file, then the end. The total is computed only if it is shown, and is null where computing it would take too long.
 *
 *     const watched = watch?.(members.length, () => sizeOfFiles(paths));
 */
import { sumSizes } from '#disk/read/sum-sizes';

export type Watch = (files: number, bytes: () => number | null) => Watched;

export interface Watched {
  advance(count: number): void;
  done(): void;
}

export function sizeOfFiles(paths: Iterable<string>): number | null {
  return sumSizes(paths)?.bytes ?? null;
}
