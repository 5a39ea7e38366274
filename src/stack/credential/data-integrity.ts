/**
 * `DataIntegrityProof` with the cryptosuite `eddsa-jcs-2022` (W3C Data Integrity EdDSA Cryptosuites 1.0, section 3.3): the signature is over
 * the SHA-256 of JCS(proof without `proofValue`) followed by the SHA-256 of JCS(document without `proof`).
 *
 *     {"type":"DataIntegrityProof","cryptosuite":"eddsa-jcs-2022","created":"2026-01-01T00:00:00Z","verificationMethod":"did:key:z6Mk…#z6Mk…",
 *      "proofPurpose":"assertionMethod","@context":[…],"proofValue":"z63t8…"}
 *
 * This is stricter than the recommendation in two ways. A context in the proof must equal that of the document, not a prefix of it: the whole
 * document is pinned, so an unsigned addition must be detected. Chains of proofs (`previousProof`) are not supported.
 */

import { decodeBase58 } from '#core/bytes/base58';
import type { JsonObject, JsonValue } from '#core/json/value';
import { formatJcs } from '#core/json/write';
import type { NewHasher } from '#core/ports';
import { parseInstant } from '#core/time';
import type { Judging } from '../inputs/facts.ts';
import type { OpenCredential } from './credential.ts';
import type { VerificationMethod } from './did-key.ts';
import { canonicalBytes, sha256Of, without } from './payload.ts';

export const CRYPTOSUITE = 'eddsa-jcs-2022';
/** The length of an Ed25519 signature. */
export const SIGNATURE_LENGTH = 64;

/** Returns why the proof is invalid, or null. */
export function dataIntegrityFault(
  proof: JsonObject,
  { publicKey }: VerificationMethod,
  credential: OpenCredential,
  { newHasher, verifyEd25519 }: Pick<Judging, 'newHasher' | 'verifyEd25519'>,
): string | null {
  const { cryptosuite, proofValue } = proof;
  if (cryptosuite !== CRYPTOSUITE) return `unsupported cryptosuite ${textOf(cryptosuite)}, expected ${CRYPTOSUITE}`;
  for (const name of ['created', 'expires']) {
    const stated = proof[name];
    if (stated !== undefined && (typeof stated !== 'string' || parseInstant(stated) === null)) return `expected a timestamp as ${name}`;
  }
  if (proof['previousProof'] !== undefined) return 'a chain of proofs is not supported';
  if (!hasOwnContext(proof, credential.document)) return 'expected the context of the document';
  const signature = typeof proofValue === 'string' && proofValue.startsWith('z') ? decodeBase58(proofValue.slice(1)) : null;
  if (signature?.length !== SIGNATURE_LENGTH) return `expected proofValue as multibase base58btc of ${SIGNATURE_LENGTH} bytes`;
  const message = dataIntegrityMessage(proof, credential.payload, newHasher);
  if (message === null) return 'expected only integers as numbers';
  return verifyEd25519(publicKey, message, signature) ? null : 'the signature is not by this key over this payload and proof';
}

/** The message that is signed: 64 bytes, or null if the proof has no canonical form. */
export function dataIntegrityMessage(proof: JsonObject, payload: Uint8Array, newHasher: NewHasher): Uint8Array | null {
  const options = canonicalBytes(without(proof, 'proofValue'));
  if (!options.ok) return null;
  return bytesOfHex(sha256Of(options.value, newHasher) + sha256Of(payload, newHasher));
}

function hasOwnContext(proof: JsonObject, document: JsonObject): boolean {
  const [stated, own] = [proof['@context'], document['@context']];
  if (stated === undefined) return true;
  return own !== undefined && canonicalBytes(stated).ok && formatJcs(stated) === formatJcs(own);
}

function textOf(cryptosuite: JsonValue | undefined): string {
  return typeof cryptosuite === 'string' ? cryptosuite : 'of no name';
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16));
}
