/**
 * Lists of patterns as OpenSSH reads them: parted by commas, `*` and `?` as usual, `!` in front excludes and wins. Case-sensitive.
 *
 *     matchesPatternList('alice@example.com', '*@example.com,!bob@example.com')     true
 *
 * No pattern takes longer than the product of the two lengths.
 */
export function matchesPatternList(text: string, list: string): boolean {
  let isListed = false;
  for (const pattern of list.split(',')) {
    const isNegated = pattern.startsWith('!');
    if (!matches(text, isNegated ? pattern.slice(1) : pattern)) continue;
    if (isNegated) return false;
    isListed = true;
  }
  return isListed;
}

/** Only the last `*` is tried again: what an earlier one could have taken, this one can take too. */
function matches(text: string, pattern: string): boolean {
  let [at, from, star, mark] = [0, 0, -1, 0];
  while (at < text.length) {
    if (pattern[from] === '*') {
      star = from++;
      mark = at;
    } else if (from < pattern.length && (pattern[from] === '?' || pattern[from] === text[at])) {
      from++;
      at++;
    } else if (star >= 0) {
      from = star + 1;
      at = ++mark;
    } else return false;
  }
  while (pattern[from] === '*') from++;
  return from === pattern.length;
}
