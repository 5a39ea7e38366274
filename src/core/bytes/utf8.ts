/** Encodes and decodes UTF-8. Bytes that are not UTF-8 are an error and never become a replacement character. A BOM is kept. */
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/**
 * Returns the length of the well-formed UTF-8 sequence that starts at `at` (2, 3 or 4), or 0 if none ends before `end`. Overlong forms,
 * surrogates and code points above U+10FFFF are not well-formed (Unicode table 3-7).
 */
export function sequenceLength(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] as number;
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return at + 1 < end && isTail(bytes[at + 1] as number) ? 2 : 0;
  const second = bytes[at + 1] as number;
  if (first < 0xf0) {
    if (at + 2 >= end || !isTail(second) || !isTail(bytes[at + 2] as number)) return 0;
    if (first === 0xe0 && second < 0xa0) return 0;
    return first === 0xed && second > 0x9f ? 0 : 3;
  }
  if (at + 3 >= end || !isTail(second) || !isTail(bytes[at + 2] as number) || !isTail(bytes[at + 3] as number)) return 0;
  if (first === 0xf0 && second < 0x90) return 0;
  return first === 0xf4 && second > 0x8f ? 0 : 4;
}

function isTail(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Empty where it is not UTF-8. */
export function decodeOrEmpty(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch {
    return '';
  }
}
