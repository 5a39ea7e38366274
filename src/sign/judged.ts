/**
 * A signature after it was judged, whatever its form: who made it, over what, and whether anybody is trusted by it. All forms give this one
 * shape, and `verdict.v0` carries it under `signatures`.
 *
 *     { form: 'seal', path: 'dec.lock.json.seals.jsonl:1', state: 'trusted', signer: { name: 'alice', fingerprint: 'SHA256:…', … },
 *       role: 'producer', claimed_time: '2026-01-15T10:30:00Z', trusted_time: null, finding: null }
 */
import type { JsonObject } from '#core/json/value';

export type SignatureForm = 'seal' | 'dsse' | 'ssh' | 'minisign' | 'signify' | 'oms' | 'sigstore' | 'timestamp';

/**
 * trusted: it verifies, is over this document, and the policy or the options name its signer.
 * unknown_signer: it verifies and is over this document, but nothing says who its signer is.
 * not_counted: it verifies, and its signer is known, but by the policy it does not count: expired, too old, another role.
 * unchecked: there was no key to check it with.
 * bad: it does not verify, is not over this document, or is malformed. This is always a failure.
 */
export type SignatureState = 'trusted' | 'unknown_signer' | 'not_counted' | 'unchecked' | 'bad';

export interface JudgedSigner {
  /** The name that the policy or the list of signers gives; null if none does. */
  readonly name: string | null;
  /** The SHA-256 of the DER of the public key, in hex. */
  readonly keyid: string | null;
  /** `SHA256:…`, as OpenSSH shows it. */
  readonly fingerprint: string | null;
  /** `ed25519`, `ecdsa-p256`, … */
  readonly algorithm: string | null;
  /** What a certificate says of its holder: a mail address or a URI. */
  readonly identity: string | null;
  /** Who vouches for the identity. */
  readonly issuer: string | null;
}

/** The fields of a finding of the common verdict. */
export interface SignatureFinding {
  readonly code: string;
  readonly path: string | null;
  readonly wanted: string | null;
  readonly found: string | null;
  readonly message: string;
  readonly next_command: string | null;
}

export interface JudgedSignature {
  readonly form: SignatureForm;
  /** The file that it lies in, as shown to the user; a line of it after a colon. */
  readonly path: string;
  readonly state: SignatureState;
  /** Null if it is not known by which key it was made. */
  readonly signer: JudgedSigner | null;
  /** As which the signer signs, as the signature states. */
  readonly role: string | null;
  /** When it was made, as the signer states. */
  readonly claimed_time: string | null;
  /** A time at which it existed for certain, by an authority that is trusted. */
  readonly trusted_time: string | null;
  /** Why it is not trusted; null for `trusted`. */
  readonly finding: SignatureFinding | null;
  /** What an SSH signature is for; absent for other forms. For the policy only, and no part of the verdict. */
  readonly namespace?: string;
  /** The names of signers of a policy whose root and identity its certificate has. For the policy only, too. */
  readonly proves?: readonly string[];
}

export const UNKNOWN_SIGNER: JudgedSigner = { name: null, keyid: null, fingerprint: null, algorithm: null, identity: null, issuer: null };

/** One rule of a policy, judged. */
export interface JudgedRule {
  readonly require: string;
  readonly met: boolean;
  /** The names of those whose signatures count. */
  readonly counted: readonly string[];
  /** The names of those who could still sign. */
  readonly could_sign: readonly string[];
}

export interface JudgedPolicy {
  /** As shown to the user. */
  readonly path: string;
  /** The SHA-256 of its bytes. */
  readonly digest: string;
  /** The time for which it was judged. */
  readonly at: string;
  /** `no_rule`: it says nothing on this kind of evidence. */
  readonly state: 'met' | 'not_met' | 'no_rule';
  readonly rules: readonly JudgedRule[];
  /** What is missing. */
  readonly findings: readonly SignatureFinding[];
}

/** What was found out on one document. */
export interface SignedBy {
  readonly signatures: readonly JudgedSignature[];
  /** Null if no policy was asked for. */
  readonly policy: JudgedPolicy | null;
}

/** As `verdict.v0` has it: the finding is named by its code and its sentence. */
export function signatureDocument(signature: JudgedSignature): JsonObject {
  const { form, path, state, signer, role, claimed_time, trusted_time, finding } = signature;
  const by = signer === null ? null : { ...signer };
  return {
    form,
    path,
    state,
    signer: by,
    role,
    claimed_time,
    trusted_time,
    code: finding?.code ?? null,
    message: finding?.message ?? null,
  };
}

export function policyDocument({ path, digest, at, state, rules }: JudgedPolicy): JsonObject {
  const list = rules.map(({ require, met, counted, could_sign }) => ({ require, met, counted: [...counted], could_sign: [...could_sign] }));
  return { path, digest, at, state, rules: list };
}
