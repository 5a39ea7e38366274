/**
 * Judges one agreement credential by itself: who signed it and whether they may, for which definition, at what time, and with which commitment.
 *
 *     judgeAgreementFile(credential, context, judging)     { agreement, who, signers, checks, … }
 *
 * A credential that nobody has signed, or whose commitment is `pending`, does not count as signed: its party has not signed, and the rest is not
 * judged (S11). An invalid proof still blocks.
 */

import { type OpenCredential, statedIssuer } from '../credential/credential.ts';
import { blockersOf, dateChecks, issuerChecks, judgeProofs, type SignatureBlockers, type Signed } from '../credential/judge-signatures.ts';
import type { Judging } from '../inputs/facts.ts';
import { faultText } from '../refusals.ts';
import { type Agreement, PENDING, readAgreement } from './agreement.ts';
import { type CorridorCheck, failed, notChecked, passed } from './check.ts';
import { type Authority, anchorChecks } from './judge-authority.ts';

export interface AgreementFile {
  readonly credential: OpenCredential;
  /** Null if the document is malformed. */
  readonly agreement: Agreement | null;
  /** The subject for reasons: the party, otherwise the issuer, otherwise the file. */
  readonly who: string;
  /** The DIDs with a valid proof. */
  readonly signers: readonly string[];
  /** The DIDs that proofs state, valid or not. */
  readonly observed: readonly string[];
  /** True if somebody has signed it, not as pending. */
  readonly isBinding: boolean;
  /** The parties for which it counts: the party that signed it, or every participant who did. */
  readonly parties: readonly string[];
  /** Parties that a proof names but that have not signed yet, with the blocker if they are needed: `pending`, `not_yet_effective`. */
  readonly waiting: ReadonlyMap<string, string>;
  readonly checks: readonly CorridorCheck[];
}

export interface AgreementContext {
  readonly corridorId: string;
  readonly definitionPayloadSha256: string;
  readonly definitionId: string | null;
  readonly authority: Authority;
}

export function judgeAgreementFile(credential: OpenCredential, context: AgreementContext, judging: Judging): AgreementFile {
  const { document, path, place } = credential;
  const read = readAgreement(document);
  const agreement = read.ok ? read.value : null;
  const who = agreement?.party?.id ?? statedIssuer(document) ?? path;
  // A later signature does not count yet: it blocks only if it is needed.
  const blockers: SignatureBlockers = { ...blockersOf(who), early: () => null };
  const signed = judgeProofs(credential, blockers, judging);
  const { signers, observed } = signed;
  const file = { credential, agreement, who, signers, observed };
  if (!read.ok) {
    const words = read.faults.map(faultText).join('; ');
    const shape = failed(`${who}:malformed`, { kind: 'shape', file: place, subject: who, words });
    const anchored = anchorChecks(signers, { attestation: 'corridor_agreement', place }, context.authority);
    return { ...file, isBinding: false, parties: [], waiting: new Map(), checks: [shape, ...signed.checks, ...anchored] };
  }
  const judged = { place, who, signers, agreement: read.value };
  const shape = passed('shape', place, who, read.value.party ? 'an agreement by one party' : 'an agreement for all to sign');
  const why = whyNotBinding(read.value, signed);
  if (why !== null) {
    const checks = [shape, ...signed.checks, notChecked('party', place, who, why)];
    return { ...file, isBinding: false, parties: [], waiting: pendingSigners(read.value, signed), checks };
  }
  return {
    ...file,
    isBinding: true,
    parties: partiesOf(read.value, signers),
    waiting: pendingSigners(read.value, signed),
    checks: [
      shape,
      ...signed.checks,
      ...issuerChecks(signed, issuerToSign(read.value), credential, blockers),
      ...anchorChecks(signers, { attestation: 'corridor_agreement', place }, context.authority),
      ...dateChecks(place, who, { what: 'credential', validity: read.value.credential.validity, at: judging.at }),
      ...effectChecks(judged, judging.at),
      definitionCheck(judged, context),
      ...participantChecks(judged),
      ...partyChecks(judged, observed),
      ...commitmentChecks(judged),
    ],
  };
}

/** Returns null if somebody has signed it with a commitment other than pending. */
function whyNotBinding({ commitment }: Agreement, { proofs }: Signed): string | null {
  if (proofs.every(({ isEarly }) => isEarly)) return 'nobody has signed it yet: it does not count';
  return commitment === PENDING ? 'its commitment is pending: it does not count' : null;
}

/** The agreement of one party must be signed by its issuer. In an agreement for all, an issuer that is not a party need not sign. */
function issuerToSign({ party, participants, credential: { issuer } }: Agreement): string | null {
  return party !== null || participants.some(({ id }) => id === issuer) ? issuer : null;
}

function pendingSigners({ commitment }: Agreement, { proofs, signers }: Signed): ReadonlyMap<string, string> {
  const early = proofs.flatMap(({ did, isEarly }) => (did !== null && isEarly ? [[did, 'not_yet_effective'] as const] : []));
  return new Map([...early, ...(commitment === PENDING ? signers.map((did) => [did, PENDING] as const) : [])]);
}

interface Judged {
  readonly place: string;
  readonly who: string;
  readonly signers: readonly string[];
  readonly agreement: Agreement;
}

function partiesOf({ party, participants }: Agreement, signers: readonly string[]): readonly string[] {
  const ids = new Set(participants.map(({ id }) => id));
  return signers.filter((did) => ids.has(did) && (party === null || party.id === did));
}

function effectChecks({ place, who, agreement: { effect } }: Judged, at: number): readonly CorridorCheck[] {
  return effect.from === null && effect.until === null ? [] : dateChecks(place, who, { what: 'agreement', validity: effect, at });
}

function definitionCheck(
  { place, who, agreement }: Judged,
  { corridorId, definitionPayloadSha256, definitionId }: AgreementContext,
): CorridorCheck {
  const wrong = (words: string): CorridorCheck =>
    failed(`${who}:wrong_definition`, { kind: 'definition', file: place, subject: who, words });
  if (agreement.corridorId !== corridorId) return wrong(`expected an agreement to ${corridorId}, found one to ${agreement.corridorId}`);
  if (agreement.definitionPayloadSha256 !== definitionPayloadSha256)
    return wrong(
      `expected the definition ${definitionPayloadSha256}, found ${agreement.definitionPayloadSha256 ?? 'no digest of a credential'}`,
    );
  if (agreement.definitionId !== null && agreement.definitionId !== definitionId)
    return wrong(`expected the definition ${definitionId ?? 'without an id'}, found ${agreement.definitionId}`);
  return passed('definition', place, who, `agrees to the definition ${definitionPayloadSha256}`);
}

function participantChecks({ place, who, signers, agreement: { participants, party } }: Judged): readonly CorridorCheck[] {
  const first = new Map([...participants.entries()].map(([index, { id }]) => [id, index] as const).reverse());
  const strangers = [...new Set([...signers, ...(party === null ? [] : [party.id])])].filter((did) => !first.has(did));
  const twice = new Set(participants.filter(({ id }, index) => first.get(id) !== index).map(({ id }) => id));
  const found = [
    ...strangers.map((did) => ({ blocker: `${did}:not_participant`, subject: did, words: 'not among the participants' })),
    ...[...twice].map((did) => ({ blocker: `${did}:duplicate_party`, subject: did, words: 'twice among the participants' })),
  ];
  if (found.length === 0) return [passed('participants', place, who, 'every signer is a participant')];
  return found.map(({ blocker, subject, words }) => failed(blocker, { kind: 'participants', file: place, subject, words }));
}

/** For the agreement of one party: it must be signed by that party, in its role. */
function partyChecks({ place, signers, agreement }: Judged, observed: readonly string[]): readonly CorridorCheck[] {
  const { party, participants, credential } = agreement;
  if (party === null) return [];
  const asked = { kind: 'party', file: place, subject: party.id } as const;
  const checks: CorridorCheck[] = [];
  // An invalid proof of the party, and an issuer that did not sign, are already reported.
  if (!observed.includes(party.id) && credential.issuer !== party.id && observed.length > 0)
    checks.push(failed(`${party.id}:missing_signature`, { ...asked, words: 'the party did not sign' }));
  if (credential.issuer !== party.id)
    checks.push(failed(`${party.id}:wrong_issuer`, { ...asked, words: `expected the party as issuer, found ${credential.issuer}` }));
  const role = participants.find(({ id }) => id === party.id)?.role;
  if (role !== undefined && role !== party.role)
    checks.push(
      failed(`${party.id}:wrong_role`, { ...asked, words: `expected the role ${role} it has as participant, found ${party.role}` }),
    );
  if (checks.length === 0 && signers.includes(party.id)) checks.push(passed('party', place, party.id, `signed as ${party.role}`));
  return checks;
}

/** Any other commitment than an accepted one blocks, whoever else has agreed. */
function commitmentChecks({ place, who, signers, agreement }: Judged): readonly CorridorCheck[] {
  const { commitment, acceptedCommitments, party } = agreement;
  if (acceptedCommitments.includes(commitment)) return [passed('commitment', place, who, commitment)];
  const words = `expected ${acceptedCommitments.join(' or ')}, found ${commitment}`;
  const dids = party === null && signers.length > 0 ? signers : [who];
  return dids.map((did) => failed(`${did}:${commitment}`, { kind: 'commitment', file: place, subject: did, words }));
}
