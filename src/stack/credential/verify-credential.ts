/**
 * `stack vc verify`: judges one credential by itself. It is valid if it is well-formed, every proof is valid, one of them is by its issuer, and
 * the instant is within its dates. Whether the issuer has the authority is judged with the corridor.
 *
 *     verifyCredential(openCredential(file, newHasher), judging)     { isValid: true, proofs: […], checks: […], … }
 */
import type { JsonObject } from '#core/json/value';
import { formatInstant } from '#core/time';
import { type CorridorCheck, failed } from '../corridor/check.ts';
import { faultText } from '../refusals.ts';
import { type OpenCredential, readCredential, statedIssuer } from './credential.ts';
import { blockersOf, dateChecks, judgeSigned } from './judge-signatures.ts';
import type { ProofJudging, ProofVerdict } from './proof.ts';

export interface CredentialVerdict {
  readonly file: string;
  readonly payloadSha256: string;
  readonly issuer: string | null;
  readonly at: number;
  readonly isValid: boolean;
  readonly proofs: readonly ProofVerdict[];
  readonly checks: readonly CorridorCheck[];
}

export const VC_VERSION = 'stack-vc.v0';

export function verifyCredential(credential: OpenCredential, judging: ProofJudging): CredentialVerdict {
  const { document, path, place } = credential;
  const issuer = statedIssuer(document);
  const who = issuer ?? path;
  const read = readCredential(document);
  const signed = judgeSigned(credential, issuer, blockersOf(who), judging);
  const others = read.ok
    ? dateChecks(place, who, { what: 'credential', validity: read.value.validity, at: judging.at })
    : [failed(`${who}:malformed`, { kind: 'shape', file: place, subject: issuer, words: read.faults.map(faultText).join('; ') })];
  const checks = [...signed.checks, ...others];
  return {
    file: path,
    payloadSha256: credential.payloadSha256,
    issuer,
    at: judging.at,
    isValid: checks.every(({ verdict }) => verdict !== 'fail'),
    proofs: signed.proofs,
    checks,
  };
}

export function credentialOutcome({ isValid }: CredentialVerdict): 'STACK_OK' | 'STACK_DRIFT' {
  return isValid ? 'STACK_OK' : 'STACK_DRIFT';
}

/** The report as `stack-vc.v0`. */
export function credentialReport(verdict: CredentialVerdict): JsonObject {
  const { file, payloadSha256, issuer, at, proofs, checks } = verdict;
  return {
    version: VC_VERSION,
    outcome: credentialOutcome(verdict),
    file,
    at: formatInstant(new Date(at)),
    issuer,
    payload_sha256: payloadSha256,
    proofs: proofs.map(({ did, type, created, fault }) => ({ signer: did, type, created, valid: fault === null, fault })),
    findings: checks.flatMap(({ blocker, words }) => (blocker === null ? [] : [{ finding: blocker, words }])),
    not_checked: checks.flatMap(({ verdict: found, words }) => (found === 'not_checked' ? [words] : [])),
  };
}

/** The report as text, with one line for each proof and each finding. */
export function credentialLines(verdict: CredentialVerdict): readonly string[] {
  const { file, issuer, payloadSha256, proofs, checks } = verdict;
  return [
    `${credentialOutcome(verdict)} ${file}`,
    `issuer ${issuer ?? 'unknown'}`,
    `payload ${payloadSha256}`,
    ...proofs.map(({ did, type, fault }) => `proof ${did ?? 'by nobody'} ${type ?? 'of no type'}: ${fault === null ? 'valid' : 'invalid'}`),
    ...checks.flatMap(({ blocker, words }) => (blocker === null ? [] : [`${blocker}: ${words}`])),
    ...checks.flatMap(({ verdict: found, words }) => (found === 'not_checked' ? [`not checked: ${words}`] : [])),
  ];
}
