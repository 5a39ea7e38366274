/**
 * Paths that ascend by their bytes, searched by halving.
 *
 *     const paths = pathsOf(['a', 'a/b', 'a/c', 'ab']);
 *     placeOf(paths, 'a/c')          2
 *     placesBelow(paths, 'a')        { from: 1, to: 3 }
 */
import { compareUtf8 } from '../bytes/order.ts';

/** A list of anything that has a path, ascending. */
export interface AscendingPaths {
  readonly count: number;
  path(index: number): string;
}

/** Where a path stands, or -1. */
export function placeOf(paths: AscendingPaths, path: string): number {
  const place = firstFrom(paths, path);
  return place < paths.count && paths.path(place) === path ? place : -1;
}

/** What lies below a folder stands together. */
export function placesBelow(paths: AscendingPaths, folder: string): { readonly from: number; readonly to: number } {
  // What starts with `a/` stands between it and `a0`, the next character.
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
