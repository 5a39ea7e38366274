import { startsWith } from './starts-with.ts';

const BOM = Uint8Array.of(0xef, 0xbb, 0xbf);

/** One byte order mark at the start is no part of the content. */
export function withoutBom(bytes: Uint8Array): Uint8Array {
  return startsWith(bytes, 0, BOM) ? bytes.subarray(BOM.length) : bytes;
}
