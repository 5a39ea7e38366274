/**
 * Whoever wants to see how far a verb has come: told how many files there are and how to find out how many bytes, then of every file, and of
 * the end. Bytes are asked for only if somebody is to be told, and not known where finding out would take long.
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
