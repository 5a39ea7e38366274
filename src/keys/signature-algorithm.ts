/**
 * The signature algorithms of certificates and of CMS that are accepted: ECDSA and RSA (PKCS#1 v1.5) with SHA-2, and Ed25519. Nothing with
 * SHA-1 or MD5.
 *
 *     signatureAlgorithmOf(value)                            { name: 'ecdsa', hash: 'sha256' }; null for one that is not accepted
 *     isSignedBy(key, { algorithm, message, signature })     true or false
 */
import { type DerValue, TAG } from '#core/der/read';
import { fieldsOf, oidOf } from '#core/der/values';
import { isSignature, type SignatureHash, type VerifyingKey } from './public-key.ts';

export interface SignatureAlgorithm {
  readonly name: 'ecdsa' | 'rsa' | 'ed25519';
  /** Null for Ed25519, and for RSA in CMS whose hash is named elsewhere. */
  readonly hash: SignatureHash | null;
}

const ALGORITHMS: Readonly<Record<string, SignatureAlgorithm>> = {
  '1.2.840.10045.4.3.2': { name: 'ecdsa', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { name: 'ecdsa', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { name: 'ecdsa', hash: 'sha512' },
  '1.2.840.113549.1.1.1': { name: 'rsa', hash: null },
  '1.2.840.113549.1.1.11': { name: 'rsa', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { name: 'rsa', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { name: 'rsa', hash: 'sha512' },
  '1.3.101.112': { name: 'ed25519', hash: null },
};

/** Of an AlgorithmIdentifier. The parameters of an accepted one are absent or NULL. Throws `BadDer`. */
export function signatureAlgorithmOf(value: DerValue): SignatureAlgorithm | null {
  const fields = fieldsOf(value, 'a signature algorithm');
  const found = ALGORITHMS[oidOf(fields.any('the name of an algorithm'), 'the name of an algorithm')];
  if (found === undefined) return null;
  fields.optional(TAG.null);
  fields.end();
  return found;
}

export interface SignedBytes {
  readonly algorithm: SignatureAlgorithm | null;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
  /** The hash where the algorithm does not name one. */
  readonly hash?: SignatureHash;
}

export function isSignedBy(key: VerifyingKey, { algorithm, message, signature, hash }: SignedBytes): boolean {
  if (algorithm === null || key.algorithm.split('-')[0] !== algorithm.name) return false;
  const digest = algorithm.hash ?? hash;
  if (algorithm.name !== 'ed25519' && digest === undefined) return false;
  return isSignature(key, message, signature, 'der', digest);
}
