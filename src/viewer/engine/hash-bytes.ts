/**
 * The hash of one file, in the thread that asks. The browser's own SHA-256 is the fastest, but takes a whole file at once, and copies it; so
 * longer files, and BLAKE3, are hashed piece by piece in WebAssembly.
 */
import type { Algorithm } from '#core/ports';
import { Hash } from '../node/hashers.ts';
import { pieceReader } from './read-pieces.ts';

/** A shorter file is hashed in WebAssembly: asking the browser takes longer than that. */
const SHORT = 1 << 16;
/** A longer file is not held in memory as a whole. */
export const MAX_WHOLE = 1 << 24;
const PIECE = 1 << 20;

export async function hashFile(file: Blob, algorithm: Algorithm): Promise<string> {
  const hasNative = algorithm === 'sha256' && globalThis.crypto.subtle !== undefined;
  if (hasNative && file.size > SHORT && file.size <= MAX_WHOLE)
    return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', await wholeOf(file))));
  const hash = new Hash(algorithm);
  for (let at = 0; at < file.size; at += PIECE) hash.update(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()));
  return hexOf(hash.digest());
}

let memory: ArrayBuffer | null = null;

/** Reads into memory that the next file will use again: reading into new memory takes 1.4 times as long. */
async function wholeOf(file: Blob): Promise<BufferSource> {
  const reader = pieceReader(file);
  if (reader === null) return file.arrayBuffer();
  // The buffer has one byte more than the longest file, so that the whole file is one piece.
  let free = memory ?? new ArrayBuffer(MAX_WHOLE + 1);
  memory = null;
  let read = 0;
  await reader(
    async () => free,
    (buffer, length) => {
      free = buffer;
      read += length;
    },
  );
  if (read !== file.size) throw new Error('the file is not as long as it was');
  memory = free;
  return new Uint8Array(free, 0, read);
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
