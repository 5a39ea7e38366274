/** Whether `word` stands at `start`; bytes beyond the end equal nothing. */
export function startsWith(bytes: Uint8Array, start: number, word: Uint8Array): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word[i]) return false;
  return true;
}
