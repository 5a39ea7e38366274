/**
 * Creates an unsigned proof, and adds a proof to a document: no proof becomes one, one becomes a list, a list grows.
 *
 *     const { proof, message } = unsignedProof(credential, { did, created, type: 'MsezEd25519Signature2025' }, newHasher);
 *     appendProof(document, signedProof(proof, sign(message)))
 */
import { encodeBase58 } from '#core/bytes/base58';
import { encodeBase64url } from '#core/bytes/base64url';
import { emptyObject, isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { NewHasher } from '#core/ports';
import type { OpenCredential } from './credential.ts';
import { CRYPTOSUITE, dataIntegrityMessage } from './data-integrity.ts';
import { baseDid, verificationMethodOf } from './did-key.ts';
import { DATA_INTEGRITY, type SIGNATURE_TYPES } from './proof.ts';

export type ProofType = (typeof SIGNATURE_TYPES)[number] | typeof DATA_INTEGRITY;

export interface WantedProof {
  readonly type: ProofType;
  readonly did: string;
  /** In UTC, in whole seconds, with `Z`. */
  readonly created: string;
}

export interface UnsignedProof {
  readonly proof: JsonObject;
  readonly message: Uint8Array;
}

export function unsignedProof(credential: OpenCredential, { type, did, created }: WantedProof, newHasher: NewHasher): UnsignedProof {
  const purpose = { proofPurpose: 'assertionMethod' };
  if (type !== DATA_INTEGRITY)
    return { proof: { type, created, verificationMethod: `${did}#key-1`, ...purpose }, message: credential.payload };
  const context = credential.document['@context'];
  const proof = {
    type,
    cryptosuite: CRYPTOSUITE,
    created,
    verificationMethod: verificationMethodOf(did),
    ...purpose,
    ...(context === undefined ? {} : { '@context': context }),
  };
  const message = dataIntegrityMessage(proof, credential.payload, newHasher);
  // Cannot happen: the context is part of the payload, which has a canonical form.
  if (message === null) throw new Error('a proof without a canonical form');
  return { proof, message };
}

export function signedProof(proof: JsonObject, signature: Uint8Array): JsonObject {
  return proof['type'] === DATA_INTEGRITY
    ? { ...proof, proofValue: `z${encodeBase58(signature)}` }
    : { ...proof, jws: encodeBase64url(signature) };
}

/** The payload is not changed; a new `proof` field comes last. */
export function appendProof(document: JsonObject, proof: JsonObject): JsonObject {
  const before = document['proof'];
  const after = before === undefined ? proof : [...(isList(before) ? before : [before]), proof];
  return withProof(document, after);
}

/** Removes the proofs that state this DID, valid or not. */
export function withoutProofsBy(document: JsonObject, did: string): JsonObject {
  const { proof } = document;
  if (proof === undefined) return document;
  const kept = (isList(proof) ? proof : [proof]).filter((each) => !states(each, did));
  return withProof(document, kept.length === 0 ? undefined : isList(proof) ? kept : proof);
}

function states(proof: JsonValue, did: string): boolean {
  const method = isJsonObject(proof) ? proof['verificationMethod'] : undefined;
  return typeof method === 'string' && baseDid(method) === did;
}

function withProof(document: JsonObject, proof: JsonValue | undefined): JsonObject {
  const changed = emptyObject();
  for (const [key, value] of Object.entries(document)) if (key !== 'proof') changed[key] = value;
  if (proof !== undefined) changed['proof'] = proof;
  return changed;
}

/** `Array.isArray` does not narrow a readonly array out of a union. */
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
