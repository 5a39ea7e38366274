/**
 * Binary search in a list of paths that is sorted by bytes.
 *
 *     const paths = pathsOf(['a', 'a/b', 'a/c', 'ab']);
 *     placeOf(paths, 'a/c')          2
 *     placesBelow(paths, 'a')        { from: 1, to: 3 }
 */
import { compareUtf8 } from '../bytes/order.ts';

/** A sorted list of anything that has a path. */
export interface AscendingPaths {
  readonly count: number;
  path(index: number): string;
}

/** Returns the index of a path, or -1. */
export function placeOf(paths: AscendingPaths, path: string): number {
  const place = firstFrom(paths, path);
  return place < paths.count && paths.path(place) === path ? place : -1;
}

/** Returns the range of all paths below a folder. In a sorted list they are adjacent. */
export function placesBelow(paths: AscendingPaths, folder: string): { readonly from: number; readonly to: number } {
  // All paths that start with `a/` sort before `a0`, because `0` is the next character after `/`.
  return { from: firstFrom(paths, `${folder}/`), to: firstFrom(paths, `${folder}0`) };
}

function firstFrom(paths: AscendingPaths, path: string): number {
  let [low, high] = [0, paths.count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareUtf8(paths.path(middle), path) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
