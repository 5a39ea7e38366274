/**
 * Ed25519 over bytes, with keys (32 bytes) and signatures (64 bytes) as bytes.
 *
 *     verifyEd25519(publicKey, message, signEd25519(privateKey, message))     true
 *
 * The result is false, never an error, for keys that are not points or are of small order, for signatures whose first half is of small
 * order, and for those whose second half is not below the order of the base point: with such a key anybody can sign, versions of Node
 * disagree about the second, and the third would have another valid form.
 */
import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { PrivateKey, PublicKey } from './ed25519.ts';
import { encodingFault } from './ed25519-point.ts';
import { isSignature } from './public-key.ts';

const KEY_LENGTH = 32;

/** A run uses few keys many times, so they are cached. */
const MAX_KEPT = 4096;
const known = new Map<string, KeyObject | null>();

export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const key = publicKey.length === KEY_LENGTH ? keyOf(publicKey) : null;
  return key !== null && isSignature({ algorithm: 'ed25519', key }, message, signature);
}

export function signEd25519({ key }: PrivateKey, message: Uint8Array): Uint8Array {
  return sign(null, message, key);
}

export function rawPublicKey({ key }: PublicKey): Uint8Array {
  return Buffer.from(key.export({ format: 'jwk' }).x as string, 'base64url');
}

function keyOf(bytes: Uint8Array): KeyObject | null {
  const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const found = known.get(name);
  if (found !== undefined) return found;
  const isKey = encodingFault(bytes) === null;
  // Importing from DER takes five times as long.
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(bytes).toString('base64url') };
  const key = isKey ? createPublicKey({ key: jwk, format: 'jwk' }) : null;
  if (known.size >= MAX_KEPT) known.clear();
  known.set(name, key);
  return key;
}
