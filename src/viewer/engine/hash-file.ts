/**
 * The hash of one file. The browser's own SHA-256 is the fastest, but takes a whole file at once; so longer files, and BLAKE3, are hashed
 * piece by piece in WebAssembly.
 */
import type { Algorithm } from '#core/ports';
import { Hash } from '../node/hashers.ts';

/** The most memory that one file takes. */
const AT_ONCE = 1 << 30;
/** For a short file asking the browser takes longer than hashing it. */
const SHORT = 1 << 16;
const PIECE = 1 << 22;

export async function hashFile(file: Blob, algorithm: Algorithm): Promise<string> {
  const hasNative = algorithm === 'sha256' && globalThis.crypto.subtle !== undefined;
  if (hasNative && file.size > SHORT && file.size <= AT_ONCE)
    return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())));
  const hash = new Hash(algorithm);
  for (let at = 0; at < file.size; at += PIECE) hash.update(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()));
  return hexOf(hash.digest());
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
