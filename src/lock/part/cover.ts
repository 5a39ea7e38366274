/**
 * The shards that a part has, as ranges of indexes with both ends, ascending and not adjacent.
 *
 *     joinCovers([[[0, 1]], [[2, 2], [5, 5]]])     [[0, 2], [5, 5]]
 */
import type { JsonValue } from '#core/json/value';
import { MAX_SHARDS } from '#core/shard';

type Range = readonly [first: number, last: number];
export type Cover = readonly Range[];

/** Null if the value is not the cover of some of `shards` shards. */
export function parseCover(value: JsonValue | undefined, shards: number): Cover | null {
  if (!Array.isArray(value) || value.length === 0 || shards < 1 || shards > MAX_SHARDS) return null;
  let least = 0;
  for (const range of value as readonly JsonValue[]) {
    if (!Array.isArray(range) || range.length !== 2) return null;
    const [first, last] = range as readonly JsonValue[];
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) return null;
    if ((first as number) < least || (last as number) < (first as number) || (last as number) >= shards) return null;
    least = (last as number) + 2;
  }
  return value;
}

/** The covers have no shard in common. */
export function joinCovers(covers: readonly Cover[]): Cover {
  const joined: [number, number][] = [];
  for (const [first, last] of covers.flat().sort((a, b) => a[0] - b[0])) {
    const end = joined.at(-1);
    if (end !== undefined && end[1] + 1 === first) end[1] = last;
    else joined.push([first, last]);
  }
  return joined;
}

/** The shards that are not covered, as a cover; empty if none is missing. */
export function missingIn(cover: Cover, shards: number): Cover {
  const missing: Range[] = [];
  let next = 0;
  for (const [first, last] of cover) {
    if (first > next) missing.push([next, first - 1]);
    next = last + 1;
  }
  return next < shards ? [...missing, [next, shards - 1]] : missing;
}

/** The first shard that two covers have in common with the indexes of the two, or null. */
export function firstOverlap(covers: readonly Cover[]): { readonly shard: number; readonly first: number; readonly second: number } | null {
  const ranges = covers.flatMap((cover, index) => cover.map(([first, last]) => ({ first, last, index })));
  ranges.sort((a, b) => a.first - b.first || a.index - b.index);
  for (let i = 1; i < ranges.length; i++) {
    const [before, here] = [ranges[i - 1], ranges[i]] as [(typeof ranges)[number], (typeof ranges)[number]];
    if (here.first <= before.last) {
      const [first, second] = [before.index, here.index].sort((a, b) => a - b) as [number, number];
      return { shard: here.first, first, second };
    }
  }
  return null;
}

/** `0-2, 5` */
export function coverText(cover: Cover): string {
  return cover.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}
