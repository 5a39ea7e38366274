/** Where the match of a sticky pattern ends. The pattern has to match everywhere, if only the empty text. */
export function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}
