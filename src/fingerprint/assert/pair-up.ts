/**
 * As many pairs of a wanted and an offered thing as possible, each used once (a greatest matching, by augmenting paths): where `id`
 * takes the cell that `loan id` needs, it is moved to another it can have.
 *
 *     pairUp(['id', 'loan id'], ['loan id', 'id no'], includes)     [true, true]
 */
export function pairUp<W, O>(wanted: readonly W[], offered: readonly O[], fits: (wanted: W, offered: O) => boolean): readonly boolean[] {
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
