/**
 * Finds the members whose paths are most similar to globs that match nothing: first by the longest common beginning, then by the longest
 * common end.
 *
 *     nearestPaths(['2025-12/prt-*.csv'], members)   ['2025-12/part-001.csv', …]
 */
import type { EntryTable } from './entry-table.ts';

const MAX_SHOWN = 3;

export function nearestPaths(globs: readonly string[], members: EntryTable): readonly string[] {
  const best: { readonly path: string; readonly score: number }[] = [];
  for (let index = 0; index < members.count; index++) {
    const path = members.path(index);
    const score = Math.max(...globs.map((glob) => likeness(glob, path)));
    const place = best.findIndex((other) => other.score < score);
    if (place < 0 && best.length >= MAX_SHOWN) continue;
    best.splice(place < 0 ? best.length : place, 0, { path, score });
    if (best.length > MAX_SHOWN) best.pop();
  }
  return best.map(({ path }) => path);
}

function likeness(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let head = 0;
  while (head < length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return head + tail / (length + 1);
}
