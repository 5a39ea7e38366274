/**
 * Finds a maximum matching of wanted and offered items by augmenting paths; each item is used once. If `id` takes the cell that `loan id` needs,
 * `id` is moved to another cell that fits.
 *
 *     matchItems(['id', 'loan id'], ['loan id', 'id no'], includes)     [true, true]
 */
export function matchItems<W, O>(
  wanted: readonly W[],
  offered: readonly O[],
  fits: (wanted: W, offered: O) => boolean,
): readonly boolean[] {
  const fitting = wanted.map((want) => offered.flatMap((offer, o) => (fits(want, offer) ? [o] : [])));
  const takenBy = new Map<number, number>();
  const isPaired = wanted.map(() => false);
  for (let w = 0; w < wanted.length; w++) isPaired[w] = place(w, fitting, takenBy, new Set());
  return isPaired;
}

function place(w: number, fitting: readonly (readonly number[])[], takenBy: Map<number, number>, seen: Set<number>): boolean {
  for (const o of fitting[w] ?? []) {
    if (seen.has(o)) continue;
    seen.add(o);
    const other = takenBy.get(o);
    if (other === undefined || place(other, fitting, takenBy, seen)) {
      takenBy.set(o, w);
      return true;
    }
  }
  return false;
}
