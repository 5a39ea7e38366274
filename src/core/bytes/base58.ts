/**
 * base58btc, as in multibase `z`: each byte sequence has exactly one text; leading zero bytes are leading `1`s.
 *
 *     encodeBase58(bytes of ed 01 …)     6Mk…
 *     decodeBase58('0OIl')               null
 */
import { base58 } from '@scure/base';

/** Attacker-controlled, and decoding takes quadratic time: a key has 47 letters, a signature 88. */
const MAX_LENGTH = 128;

export function encodeBase58(bytes: Uint8Array): string {
  return base58.encode(bytes);
}

/** Returns null if the text is not base58btc, or is longer than any key or signature. */
export function decodeBase58(text: string): Uint8Array | null {
  if (text.length > MAX_LENGTH) return null;
  try {
    return base58.decode(text);
  } catch {
    return null;
  }
}
