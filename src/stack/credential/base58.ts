/**
 * base58btc, as multibase `z` uses it: one text for every run of bytes, leading zero bytes as leading `1`.
 *
 *     encodeBase58(bytes of ed 01 …)     6Mk…
 *     decodeBase58('0OIl')               null
 */
import { base58 } from '@scure/base';

/** Attacker-controlled, and decoding takes the square of the length: a key has 47 letters, a signature 88. */
const LONGEST = 128;

export function encodeBase58(bytes: Uint8Array): string {
  return base58.encode(bytes);
}

/** Null for what is not base58btc, or longer than any key or signature. */
export function decodeBase58(text: string): Uint8Array | null {
  if (text.length > LONGEST) return null;
  try {
    return base58.decode(text);
  } catch {
    return null;
  }
}
