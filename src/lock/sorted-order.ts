/**
 * The order of `count` things under a comparison, stable, by merging the ascending runs that are already there: nothing is done for
 * sorted input, and no more than log2(runs) passes otherwise.
 */
export function sortedOrder(count: number, compare: (a: number, b: number) => number): Uint32Array {
  let from = new Uint32Array(count);
  for (let i = 0; i < count; i++) from[i] = i;
  let runs = ascendingRuns(count, compare);
  let to = new Uint32Array(runs.length > 2 ? count : 0);
  while (runs.length > 2) {
    const merged = [0];
    for (let i = 0; i + 1 < runs.length; i += 2) {
      const start = runs[i] as number;
      const middle = runs[i + 1] as number;
      const end = runs[i + 2] ?? middle;
      mergeRuns(from, to, start, middle, end, compare);
      merged.push(end);
    }
    [from, to] = [to, from];
    runs = merged;
  }
  return from;
}

/** Where ascending runs begin, and the end. */
function ascendingRuns(count: number, compare: (a: number, b: number) => number): number[] {
  const runs = [0];
  for (let i = 1; i < count; i++) if (compare(i - 1, i) > 0) runs.push(i);
  runs.push(count);
  return runs;
}

function mergeRuns(
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  middle: number,
  end: number,
  compare: (a: number, b: number) => number,
): void {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const takeLeft = right >= end || (left < middle && compare(from[left] as number, from[right] as number) <= 0);
    to[at] = (takeLeft ? from[left++] : from[right++]) as number;
  }
}
