/**
 * The common subsequence of two sequences of numbers by Myers' greedy algorithm, O((n + m) d) for d edits. It gives up if there are too many.
 *
 *     commonPairs(Int32Array.of(1, 2, 3), Int32Array.of(2, 3, 4))     [[1, 0], [2, 1]]
 */
const MAX_EDITS = 2000;
const MAX_STEPS = 50_000_000;

/** Pairs of positions, both increasing; null if it gave up. */
export function commonPairs(a: Int32Array, b: Int32Array): readonly (readonly [number, number])[] | null {
  const most = Math.min(a.length + b.length, MAX_EDITS);
  const furthest = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  let steps = 0;
  for (let edits = 0; edits <= most; edits++) {
    for (let k = -edits; k <= edits; k += 2) {
      const isDown = k === -edits || (k !== edits && at(furthest, most, k - 1) < at(furthest, most, k + 1));
      let x = isDown ? at(furthest, most, k + 1) : at(furthest, most, k - 1) + 1;
      for (; x < a.length && x - k < b.length && a[x] === b[x - k]; x++) steps++;
      furthest[most + 1 + k] = x;
      if (x >= a.length && x - k >= b.length) return pairsOf(trace, edits, k, a.length);
    }
    steps += edits;
    if (steps > MAX_STEPS) return null;
    trace.push(furthest.slice(most + 1 - edits, most + 2 + edits));
  }
  return null;
}

function at(furthest: Int32Array, most: number, k: number): number {
  return furthest[most + 1 + k] as number;
}

/** Walks back from the end. `trace[d]` has the furthest positions after d edits, from diagonal -d to d. */
function pairsOf(trace: readonly Int32Array[], edits: number, lastK: number, lastX: number): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let [x, k] = [lastX, lastK];
  for (let d = edits; d > 0; d--) {
    const before = trace[d - 1] as Int32Array;
    const reach = (diagonal: number): number => before[diagonal + d - 1] ?? -1;
    const isDown = k === -d || (k !== d && reach(k - 1) < reach(k + 1));
    const from = isDown ? reach(k + 1) : reach(k - 1);
    const start = isDown ? from : from + 1;
    for (; x > start; x--) pairs.push([x - 1, x - 1 - k]);
    k = isDown ? k + 1 : k - 1;
    x = from;
  }
  for (; x > 0; x--) pairs.push([x - 1, x - 1]);
  return pairs.reverse();
}
