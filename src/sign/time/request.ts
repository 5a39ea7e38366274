/**
 * The request to a timestamp authority (RFC 3161): the digest, and a number that its answer has to repeat.
 *
 *     formatRequest({ digest, nonce, policy: null })     30 43 02 01 01 30 31 … 01 01 ff
 */
import { TAG } from '#core/der/read';
import { derInteger, derOf, derOid } from '#core/der/write';
import { HASH_OIDS } from './hash-names.ts';

export interface TimestampRequest {
  /** SHA-256. */
  readonly digest: Uint8Array;
  /** A positive number, the highest byte first. */
  readonly nonce: Uint8Array;
  /** The object identifier of the policy that is asked for; null for the authority's own. */
  readonly policy: string | null;
}

const TRUE = Uint8Array.of(0xff);

/** The answer is to bring the certificates. Throws `BadDer` for a policy that is not an object identifier. */
export function formatRequest({ digest, nonce, policy }: TimestampRequest): Uint8Array {
  const algorithm = derOf(TAG.sequence, derOid(HASH_OIDS.sha256), derOf(TAG.null));
  const imprint = derOf(TAG.sequence, algorithm, derOf(TAG.octetString, digest));
  const asked = policy === null ? [] : [derOid(policy)];
  return derOf(TAG.sequence, derInteger(1), imprint, ...asked, derInteger(nonce), derOf(TAG.boolean, TRUE));
}
