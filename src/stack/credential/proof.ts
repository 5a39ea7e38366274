/**
 * The proofs of a credential. Each is judged on its own; none is trusted because another is valid.
 *
 *     {"type":"MsezEd25519Signature2025","created":"2026-01-01T00:00:00Z","verificationMethod":"did:key:z6Mk…#key-1",
 *      "proofPurpose":"assertionMethod","jws":"MtRkPDyl…"}
 *
 * `jws` is not a JWS: it is the base64url of the 64-byte signature over the payload. Nothing else in such a proof is signed, so no other fields
 * are allowed, and `created` proves nothing: only its form is checked. `DataIntegrityProof` is in data-integrity.ts: it covers its own `created`,
 * so a proof created after the judged instant does not count (S11). A proof of an unsupported type is invalid.
 */

import { decodeBase64url } from '#core/bytes/base64url';
import { compareUtf8 } from '#core/bytes/order';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { parseInstant } from '#core/time';
import type { Judging } from '../inputs/facts.ts';
import type { OpenCredential } from './credential.ts';
import { dataIntegrityFault, SIGNATURE_LENGTH } from './data-integrity.ts';
import { baseDid, parseVerificationMethod, type VerificationMethod } from './did-key.ts';

export type ProofJudging = Pick<Judging, 'at' | 'newHasher' | 'verifyEd25519'>;

export interface ProofVerdict {
  /** The DID that the proof states, before `#`; null if there is none. The signer is known only for a valid proof. */
  readonly did: string | null;
  readonly type: string | null;
  readonly created: string | null;
  /** Why the proof is invalid; null for a valid proof. */
  readonly fault: string | null;
  /** The signature is valid, but the proof has expired according to its own dates. */
  readonly hasExpired: boolean;
  /** The signature is valid, but its signed creation time is after the judged instant: at that instant, nobody had signed yet. */
  readonly isEarly: boolean;
}

export const SIGNATURE_TYPES = ['MsezEd25519Signature2025', 'MezEd25519Signature2025'] as const;
export const DATA_INTEGRITY = 'DataIntegrityProof';

const FIELDS = ['type', 'created', 'verificationMethod', 'proofPurpose', 'jws'];
/** The only allowed form of `created` in a proof of these types. */
const CREATED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

export function checkProofs(credential: OpenCredential, judging: ProofJudging): readonly ProofVerdict[] {
  return credential.proofs.map((proof) => checkProof(proof, credential, judging));
}

/** The DIDs that proofs state, valid or not, sorted; a value that is not a DID is left out. */
export function observedSigners(proofs: readonly ProofVerdict[]): readonly string[] {
  return [...new Set(proofs.flatMap(({ did }) => did ?? []))].filter((did) => did.startsWith('did:')).sort(compareUtf8);
}

/** The DIDs that had signed at the judged instant. */
export function validSigners(proofs: readonly ProofVerdict[]): readonly string[] {
  return observedSigners(proofs.filter(({ fault, isEarly: isLater }) => fault === null && !isLater));
}

function checkProof(proof: JsonValue, credential: OpenCredential, judging: ProofJudging): ProofVerdict {
  if (!isJsonObject(proof)) return { did: null, type: null, created: null, fault: 'expected an object', hasExpired: false, isEarly: false };
  const text = (name: string): string | null => (typeof proof[name] === 'string' ? proof[name] : null);
  const stated = text('verificationMethod');
  const fault = proofFault(proof, credential, judging);
  const isDated = fault === null && text('type') === DATA_INTEGRITY;
  return {
    did: stated === null || baseDid(stated) === '' ? null : baseDid(stated),
    type: text('type'),
    created: text('created'),
    fault,
    hasExpired: isDated && hasExpired(text('expires'), judging.at),
    isEarly: isDated && isEarly(text('created'), judging.at),
  };
}

function proofFault(proof: JsonObject, credential: OpenCredential, judging: ProofJudging): string | null {
  const { type, proofPurpose, verificationMethod } = proof;
  if (typeof type !== 'string') return 'expected a type';
  if (proofPurpose !== 'assertionMethod') return 'expected the purpose assertionMethod';
  const method = typeof verificationMethod === 'string' ? parseVerificationMethod(verificationMethod) : null;
  if (method === null) return 'expected the method of an Ed25519 did:key, its fragment key-1 or the key itself';
  if (type === DATA_INTEGRITY) return dataIntegrityFault(proof, method, credential, judging);
  if (!(SIGNATURE_TYPES as readonly string[]).includes(type)) return `unsupported proof type ${type}`;
  return signatureFault(proof, method, credential, judging);
}

function signatureFault(proof: JsonObject, method: VerificationMethod, { payload }: OpenCredential, judging: ProofJudging): string | null {
  const { created, jws } = proof;
  const unknown = Object.keys(proof).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) return `unknown field ${unknown}, which the signature does not cover`;
  if (typeof created !== 'string' || !CREATED.test(created) || parseInstant(created) === null)
    return 'expected created as YYYY-MM-DDTHH:MM:SSZ';
  const signature = typeof jws === 'string' ? decodeBase64url(jws) : null;
  if (signature?.length !== SIGNATURE_LENGTH) return `expected jws as base64url of ${SIGNATURE_LENGTH} bytes, without padding`;
  return judging.verifyEd25519(method.publicKey, payload, signature) ? null : 'the signature is not by this key over this payload';
}

function hasExpired(expires: string | null, at: number): boolean {
  const instant = expires === null ? null : parseInstant(expires);
  return instant !== null && at >= instant;
}

/** Locks have whole seconds, so a proof created within the judged second counts. */
function isEarly(created: string | null, at: number): boolean {
  const instant = created === null ? null : parseInstant(created);
  return instant !== null && Math.floor(instant / 1000) > Math.floor(at / 1000);
}
