/**
 * A range of paths in byte order: those after one path, up to and including another. Ranges that follow each other share a bound and have
 * no path in common.
 *
 *     const range = { after: 'a/9', through: 'c' };
 *     isInRange('b', range)          true
 *     mayHoldBelow('a', range)       true: `a/x` is in it
 */
import { isBefore } from './bytes/order.ts';

export interface PathRange {
  /** Null if it has no lower bound. */
  readonly after: string | null;
  /** Null if it has no upper bound. */
  readonly through: string | null;
}

export function isInRange(path: string, { after, through }: PathRange): boolean {
  return (after === null || isBefore(after, path)) && (through === null || !isBefore(through, path));
}

/** Whether the folder itself, or a path below it, may be in the range. */
export function mayHoldBelow(folder: string, range: PathRange): boolean {
  if (isInRange(folder, range)) return true;
  const { after, through } = range;
  const start = `${folder}/`;
  if (through !== null && isBefore(through, start)) return false;
  return after === null || isBefore(after, start) || after.startsWith(start);
}
