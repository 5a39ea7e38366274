/**
 * The hash of one file, in the thread that asks. The browser's own SHA-256 is the fastest, but takes a whole file at once, and copies it; so
 * longer files, and BLAKE3, are hashed piece by piece in WebAssembly.
 */
import type { Algorithm } from '#core/ports';
import { Hash } from '../node/hashers.ts';

/** For a shorter file asking the browser takes longer than hashing it. */
const SHORT = 1 << 16;
/**
 * For a longer file getting memory for both copies takes as long as is gained: 1 GiB takes 2.1 s and 2.2 GB of memory in this way, and 2.3 s and
 * 0.2 GB in pieces that are read meanwhile.
 */
const LONG = 1 << 24;
const PIECE = 1 << 20;

export async function hashFile(file: Blob, algorithm: Algorithm): Promise<string> {
  const hasNative = algorithm === 'sha256' && globalThis.crypto.subtle !== undefined;
  if (hasNative && file.size > SHORT && file.size <= LONG)
    return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())));
  const hash = new Hash(algorithm);
  for (let at = 0; at < file.size; at += PIECE) hash.update(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()));
  return hexOf(hash.digest());
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
