/**
 * Judges who has signed a credential, and whether it is valid at an instant: every proof, including that of the issuer, and its dates. It is the
 * same for a definition, an agreement and a registry; only the names of the blockers differ.
 *
 *     judgeSigned(credential, issuer, names, judging)     { signers: ['did:key:z6Mk…'], checks: [ … ] }
 */

import { instantText, type Validity, validityFault, validityText } from '#core/validity';
import { type CorridorCheck, failed, notChecked, passed } from '../corridor/check.ts';
import type { OpenCredential } from './credential.ts';
import { checkProofs, observedSigners, type ProofJudging, type ProofVerdict, validSigners } from './proof.ts';

export interface Signed {
  /** The DIDs with a valid proof, sorted. */
  readonly signers: readonly string[];
  /** The DIDs that proofs state, valid or not, sorted. */
  readonly observed: readonly string[];
  readonly proofs: readonly ProofVerdict[];
  readonly checks: readonly CorridorCheck[];
}

export interface Dated {
  readonly what: 'credential' | 'agreement';
  readonly validity: Validity;
  readonly at: number;
}

/** The blockers for an invalid proof, and for a missing proof by `did`. */
export interface SignatureBlockers {
  readonly invalid: (did: string | null) => string;
  readonly missing: (did: string | null) => string;
  /** Null if a proof created after the judged instant does not count, but blocks nothing. */
  readonly early: (did: string | null) => string | null;
}

export function blockersOf(who: string): SignatureBlockers {
  return {
    invalid: (did) => `${did ?? who}:invalid_proof`,
    missing: (did) => `${did ?? who}:missing_signature`,
    early: (did) => `${did ?? who}:not_yet_effective`,
  };
}

/** `issuer` is null if the credential names none. */
export function judgeSigned(credential: OpenCredential, issuer: string | null, blockers: SignatureBlockers, judging: ProofJudging): Signed {
  const signed = judgeProofs(credential, blockers, judging);
  return { ...signed, checks: [...signed.checks, ...issuerChecks(signed, issuer, credential, blockers)] };
}

/** Does not check whether the issuer has signed. */
export function judgeProofs(credential: OpenCredential, blockers: SignatureBlockers, judging: ProofJudging): Signed {
  const proofs = checkProofs(credential, judging);
  const checks = proofs.flatMap((proof) => proofChecks(proof, credential, blockers));
  return { signers: validSigners(proofs), observed: observedSigners(proofs), proofs, checks: [...checks, ...statusChecks(credential)] };
}

/** Checks the validity period of `what`: the credential, or the agreement in it. */
export function dateChecks(place: string, who: string, { what, validity, at }: Dated): readonly CorridorCheck[] {
  const found = validityFault(validity, at);
  const words = `the ${what} holds ${validityText(validity)}`;
  if (found === null) return [passed('date', place, who, words)];
  return [failed(`${who}:${found}`, { kind: 'date', file: place, subject: who, words: `${words}, judged at ${instantText(at)}` })];
}

function proofChecks(proof: ProofVerdict, { place }: OpenCredential, blockers: SignatureBlockers): readonly CorridorCheck[] {
  const { did, fault, type, created, hasExpired, isEarly } = proof;
  const asked = { kind: 'proof', file: place, subject: did } as const;
  if (fault !== null) return [failed(blockers.invalid(did), { ...asked, words: fault })];
  if (isEarly) {
    const words = `the proof was made at ${created}, after the instant judged, and does not count`;
    const blocker = blockers.early(did);
    return [blocker === null ? notChecked('date', place, did, words) : failed(blocker, { ...asked, kind: 'date', words })];
  }
  const checked = passed('proof', place, did, `valid ${type}${created === null ? '' : ` of ${created}`}`);
  if (!hasExpired) return [checked];
  return [checked, failed(`${did}:expired`, { ...asked, kind: 'date', words: 'the proof has expired at the instant judged' })];
}

/** The issuer of a credential must sign it; others may sign in addition, not instead. */
export function issuerChecks(
  { proofs, signers }: Pick<Signed, 'proofs' | 'signers'>,
  issuer: string | null,
  { place }: OpenCredential,
  blockers: SignatureBlockers,
): readonly CorridorCheck[] {
  if (proofs.length === 0) return [failed(blockers.missing(null), { kind: 'proof', file: place, subject: issuer, words: 'no proof' })];
  if (issuer === null) return [];
  if (signers.includes(issuer)) return [passed('issuer', place, issuer, 'signed by its issuer')];
  // An invalid proof of the issuer is already reported.
  if (proofs.some(({ did }) => did === issuer)) return [];
  return [failed(blockers.missing(issuer), { kind: 'issuer', file: place, subject: issuer, words: 'no proof by its issuer' })];
}

/** S9: revocation is not checked, because it needs resources outside the files. */
function statusChecks({ place, document }: OpenCredential): readonly CorridorCheck[] {
  if (document['credentialStatus'] === undefined) return [];
  return [notChecked('revocation', place, null, 'whether the credential was revoked was not looked up')];
}
