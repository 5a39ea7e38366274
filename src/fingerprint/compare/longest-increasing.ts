/**
 * The longest increasing subsequence, in O(n log n): which of the paired records kept their order.
 *
 *     longestIncreasing([0, 3, 1, 2])     [0, 2, 3], the positions of 0, 1, 2
 */
export function longestIncreasing(values: Int32Array): Int32Array {
  /** For each length, the position of the smallest value that ends a rise of that length. */
  const ends = new Int32Array(values.length);
  const before = new Int32Array(values.length);
  let longest = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    let low = 0;
    let high = longest;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((values[ends[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    before[i] = low === 0 ? -1 : (ends[low - 1] as number);
    ends[low] = i;
    if (low === longest) longest++;
  }
  const rise = new Int32Array(longest);
  for (let at = longest - 1, i = longest === 0 ? -1 : (ends[longest - 1] as number); at >= 0; at--, i = before[i] as number) rise[at] = i;
  return rise;
}
