/**
 * The number of letters to insert, delete, replace or swap with their neighbour (optimal string alignment).
 *
 *     editDistance('datset', 'dataset')     1
 */
export function editDistance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const least = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(isSwapped ? Math.min(least, (before[j - 2] as number) + 1) : least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] as number;
}
