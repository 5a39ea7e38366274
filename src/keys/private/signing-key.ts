/**
 * A private key that may sign: Ed25519, P-256 or P-384, whose public half belongs to it.
 *
 *     signingKeyOf(createPrivateKey(…))     { publicKey, key }
 *
 * Node accepts a file whose two halves are not of one key, and then makes signatures that nobody can verify.
 */
import { createECDH, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { BadKey } from '../bad-key.ts';
import { type VerifyingKey, verifyingKeyOfSpki } from '../public-key.ts';
import { CURVES, ED25519 } from '../spki.ts';

export type SigningAlgorithm = 'ed25519' | 'ecdsa-p256' | 'ecdsa-p384';

export interface SigningKey {
  readonly publicKey: VerifyingKey;
  readonly key: KeyObject;
}

/** The others are only for verifying. */
export function isSigningAlgorithm(algorithm: string): algorithm is SigningAlgorithm {
  return algorithm === 'ed25519' || algorithm === 'ecdsa-p256' || algorithm === 'ecdsa-p384';
}

/** Throws `BadKey`. */
export function signingKeyOf(key: KeyObject): SigningKey {
  const publicKey = verifyingKeyOfSpki(createPublicKey(key).export({ type: 'spki', format: 'der' }));
  const { algorithm, spki } = publicKey;
  if (!isSigningAlgorithm(algorithm)) throw otherKind(algorithm);
  if (algorithm !== 'ed25519') {
    const ecdh = createECDH(CURVES[algorithm].openssl);
    ecdh.setPrivateKey(Buffer.from(key.export({ format: 'jwk' }).d as string, 'base64url'));
    if (!ecdh.getPublicKey().equals(spki.subarray(CURVES[algorithm].spki.length))) throw otherHalf();
  }
  return { publicKey, key };
}

/** `stated` is the public half that a file gives; null where it has none. Throws `BadKey`. */
export function ed25519KeyOf(seed: Uint8Array, stated: Uint8Array | null): SigningKey {
  const key = createPrivateKey({ key: Buffer.concat([ED25519.pkcs8, seed]), format: 'der', type: 'pkcs8' });
  const signing = signingKeyOf(key);
  const found = Buffer.from(signing.publicKey.spki.subarray(ED25519.spki.length));
  if (stated !== null && !found.equals(stated)) throw otherHalf();
  return signing;
}

/** The numbers of an EC key; throws `BadKey`. */
export function ecKeyOf(algorithm: 'ecdsa-p256' | 'ecdsa-p384', d: Uint8Array, point: Uint8Array): SigningKey {
  const { size, jwk: crv } = CURVES[algorithm];
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
  const [x, y] = [point.subarray(1, 1 + size), point.subarray(1 + size)].map(text) as [string, string];
  try {
    return signingKeyOf(createPrivateKey({ key: { kty: 'EC', crv, d: text(d), x, y }, format: 'jwk' }));
  } catch (error) {
    throw error instanceof BadKey ? error : otherHalf();
  }
}

export function otherKind(found: string): BadKey {
  return new BadKey(`expected a private key for Ed25519, P-256 or P-384, found ${found}`);
}

function otherHalf(): BadKey {
  return new BadKey('expected a private key with its own public half, found the half of another key');
}
