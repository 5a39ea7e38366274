/** `node:crypto` in a browser: hashes, and the check of signatures. There are no private keys in a page. */
import { Buffer } from 'buffer';
import { createHash } from './crypto/digests.ts';
import { createPublicKey, uncompressed, verify } from './crypto/public-key.ts';

export { hash } from './crypto/digests.ts';
export { createHash, createPublicKey, verify };

export const ECDH = { convertKey: uncompressed };

export function randomBytes(length: number): Buffer {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(length)));
}

/** Only public bytes are compared in a page, so the time that it takes says nothing. */
export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) throw new RangeError('Input buffers must have the same byte length');
  return Buffer.compare(a, b) === 0;
}

function noPrivateKeys(): never {
  throw new Error('a page has no private keys');
}

export { noPrivateKeys as createECDH, noPrivateKeys as createPrivateKey, noPrivateKeys as generateKeyPairSync, noPrivateKeys as sign };
