/**
 * Who has signed a credential, and whether it holds at an instant: every proof, the issuer's among them, and its dates. The same for a
 * definition, an agreement and a registry; only the blockers have their own names.
 *
 *     judgeSigned(credential, issuer, names, judging)     { signers: ['did:key:z6Mk…'], checks: [ … ] }
 */
import { type CorridorCheck, failed, notChecked, passed } from '../corridor/check.ts';
import type { OpenCredential } from './credential.ts';
import { checkProofs, observedSigners, type ProofJudging, type ProofVerdict, validSigners } from './proof.ts';
import { instantText, type Validity, validityFault, validityText } from './validity.ts';

export interface Signed {
  /** Those with a valid proof, sorted. */
  readonly signers: readonly string[];
  /** Those that proofs state, valid or not, sorted. */
  readonly observed: readonly string[];
  readonly proofs: readonly ProofVerdict[];
  readonly checks: readonly CorridorCheck[];
}

export interface Dated {
  readonly what: 'credential' | 'agreement';
  readonly validity: Validity;
  readonly at: number;
}

/** What blocks when a proof does not hold, and when there is none by `did`. */
export interface SignatureBlockers {
  readonly invalid: (did: string | null) => string;
  readonly missing: (did: string | null) => string;
  /** Null where a proof that was made after the instant judged does not count, and blocks nothing. */
  readonly early: (did: string | null) => string | null;
}

export function blockersOf(who: string): SignatureBlockers {
  return {
    invalid: (did) => `${did ?? who}:invalid_proof`,
    missing: (did) => `${did ?? who}:missing_signature`,
    early: (did) => `${did ?? who}:not_yet_effective`,
  };
}

/** `issuer` is null where the credential names none. */
export function judgeSigned(credential: OpenCredential, issuer: string | null, blockers: SignatureBlockers, judging: ProofJudging): Signed {
  const signed = judgeProofs(credential, blockers, judging);
  return { ...signed, checks: [...signed.checks, ...issuerChecks(signed, issuer, credential, blockers)] };
}

/** Whether its issuer is among those who signed is not asked. */
export function judgeProofs(credential: OpenCredential, blockers: SignatureBlockers, judging: ProofJudging): Signed {
  const proofs = checkProofs(credential, judging);
  const checks = proofs.flatMap((proof) => proofChecks(proof, credential, blockers));
  return { signers: validSigners(proofs), observed: observedSigners(proofs), proofs, checks: [...checks, ...statusChecks(credential)] };
}

/** `what` holds from when until when: the credential, or the agreement in it. */
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
  return [checked, failed(`${did}:expired`, { ...asked, kind: 'date', words: 'the proof no longer holds at the instant judged' })];
}

/** A credential is its issuer's word: others may sign beside them, not instead of them. */
export function issuerChecks(
  { proofs, signers }: Pick<Signed, 'proofs' | 'signers'>,
  issuer: string | null,
  { place }: OpenCredential,
  blockers: SignatureBlockers,
): readonly CorridorCheck[] {
  if (proofs.length === 0) return [failed(blockers.missing(null), { kind: 'proof', file: place, subject: issuer, words: 'no proof' })];
  if (issuer === null) return [];
  if (signers.includes(issuer)) return [passed('issuer', place, issuer, 'signed by its issuer')];
  // Their proof that does not hold is named already.
  if (proofs.some(({ did }) => did === issuer)) return [];
  return [failed(blockers.missing(issuer), { kind: 'issuer', file: place, subject: issuer, words: 'no proof by its issuer' })];
}

/** S9: revocation takes a look at places beyond the files. */
function statusChecks({ place, document }: OpenCredential): readonly CorridorCheck[] {
  if (document['credentialStatus'] === undefined) return [];
  return [notChecked('revocation', place, null, 'whether the credential was revoked was not looked up')];
}
