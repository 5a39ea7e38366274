/** Whether `word` is at `start`. Bytes beyond the end never match. */
export function startsWith(bytes: Uint8Array, start: number, word: Uint8Array): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word[i]) return false;
  return true;
}

const BOM = Uint8Array.of(0xef, 0xbb, 0xbf);

/** Removes one byte order mark at the start, which is not part of the content. */
export function withoutBom(bytes: Uint8Array): Uint8Array {
  return startsWith(bytes, 0, BOM) ? bytes.subarray(BOM.length) : bytes;
}
