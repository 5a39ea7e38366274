/**
 * Judges the files of one agreement together: one statement of each party, the same terms for all, and enough signatures of every role.
 *
 *     judgeAgreementFiles(files, facts)     { parties, thresholds, checks }
 */

import { compareUtf8 } from '#core/bytes/order';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { isSameValue } from '../diff/same-value.ts';
import type { CorridorFacts } from '../inputs/facts.ts';
import type { PartyVerdict, ThresholdVerdict } from './activation.ts';
import { type Agreement, PENDING } from './agreement.ts';
import { type CorridorCheck, failed, notChecked, passed } from './check.ts';
import type { AgreementFile } from './judge-agreement.ts';
import { judgeThresholds } from './threshold.ts';

export interface AgreementsVerdict {
  readonly parties: readonly Omit<PartyVerdict, 'blockers'>[];
  readonly thresholds: readonly ThresholdVerdict[];
  readonly checks: readonly CorridorCheck[];
}

interface Shaped extends AgreementFile {
  readonly agreement: Agreement;
}

/**
 * `files` has each file once; the facts list it as often as `corridor.yaml` does. The thresholds come from the first signed file or, if none is
 * signed, from the first file.
 */
export function judgeAgreementFiles(files: readonly AgreementFile[], facts: Listed): AgreementsVerdict {
  const shaped = files.filter((file): file is Shaped => file.agreement !== null);
  const words = shaped.filter(({ isBinding }) => isBinding);
  const first = words[0] ?? shaped[0];
  const checks = [
    ...absentChecks(files, facts),
    ...duplicateFiles(files, facts),
    ...duplicateParties(shaped),
    ...duplicatePending(files, words),
  ];
  if (first === undefined) return { parties: [], thresholds: [], checks };
  const parties = partiesOf(first.agreement, shaped);
  const judged = judgeThresholds(first.agreement.thresholds, parties, {
    observed: new Set(files.flatMap(({ observed }) => observed)),
    waiting: new Map(files.flatMap(({ waiting }) => [...waiting])),
  });
  return {
    parties,
    thresholds: judged.thresholds,
    checks: [...checks, ...differenceChecks(first, words), manifestCheck(first, facts.manifest.value), ...judged.checks],
  };
}

/** The message for a listed file that is absent. */
export const ABSENT = 'is listed but does not exist: its party has not signed';

type Listed = Pick<CorridorFacts, 'agreements' | 'absentAgreements' | 'manifest'>;

/** It is not known to whom an absent file belongs; if the party is needed, the threshold names it. Without any file nobody can have agreed. */
function absentChecks(files: readonly AgreementFile[], { absentAgreements }: Listed): readonly CorridorCheck[] {
  const absent = absentAgreements.map(({ path, place }) => notChecked('party', place, null, `${path} ${ABSENT}`));
  if (files.length > 0) return absent;
  const none = { kind: 'agreement', file: null, subject: null, words: 'no file of the agreement exists' } as const;
  return [...absent, failed('agreement:missing', none)];
}

function duplicateFiles(files: readonly AgreementFile[], { agreements }: Listed): readonly CorridorCheck[] {
  const listed = agreements ?? [];
  return files
    .filter(({ credential }) => listed.filter(({ place }) => place === credential.place).length > 1)
    .map(({ credential, who }) => duplicate(who, credential.place, 'the file is listed more than once'));
}

/** If a party has two statements, it is not known which one is current. */
function duplicateParties(shaped: readonly Shaped[]): readonly CorridorCheck[] {
  const ids = shaped.map(({ agreement }) => agreement.party?.id ?? null);
  return shaped.flatMap(({ credential, who }, index) =>
    ids[index] !== null && ids.indexOf(ids[index] as string) !== index
      ? [duplicate(who, credential.place, 'another file is also by this party')]
      : [],
  );
}

/** For agreements for all: a party that is pending in one file and has signed another has two statements too. */
function duplicatePending(files: readonly AgreementFile[], words: readonly Shaped[]): readonly CorridorCheck[] {
  const agreed = new Set(words.filter(({ agreement }) => agreement.party === null).flatMap(({ parties }) => parties));
  return files.flatMap(({ credential, waiting }) =>
    [...waiting]
      .filter(([did, why]) => why === PENDING && agreed.has(did))
      .map(([did]) => duplicate(did, credential.place, 'is pending here, but has signed another file')),
  );
}

function duplicate(who: string, place: string, words: string): CorridorCheck {
  return failed(`${who}:duplicate_party`, { kind: 'party', file: place, subject: who, words });
}

/** Apart from these fields, the files of all parties must be equal (S11). */
const PARTY_FIELDS: ReadonlySet<string> = new Set(['party', 'party_terms', 'commitment']);

/** All files must state the same terms: the whole subject, and the context and type of the credential. */
function differenceChecks(first: Shaped, files: readonly Shaped[]): readonly CorridorCheck[] {
  return files.slice(1).flatMap((other) => {
    const { place } = other.credential;
    const asked = { file: place, subject: other.who } as const;
    if ((first.agreement.party === null) !== (other.agreement.party === null))
      return [failed('agreement:mixed', { ...asked, kind: 'agreement', words: 'one file is by one party, another is for all to sign' })];
    const differing = differingFields(first, other);
    if (differing.length === 0) return [passed('agreement', place, other.who, expectedSameText(first))];
    return differing.map((name) => {
      const words = `the field ${name} is not the same as in ${first.credential.place}`;
      if (name === 'participants') return failed('participants:differ', { ...asked, kind: 'participants', words });
      return failed(`agreement:differ:${name}`, { ...asked, kind: 'agreement', words });
    });
  });
}

function expectedSameText({ agreement, credential }: Shaped): string {
  const apart = agreement.party === null ? '' : ', apart from party, party_terms and commitment';
  return `the same subject, @context and type as in ${credential.place}${apart}`;
}

/** The `commitment` of an agreement for all is compared as it is judged: trimmed and lower-case. */
function differingFields(first: Shaped, other: Shaped): readonly string[] {
  const [one, two] = [subjectOf(first), subjectOf(other)];
  const names = [...Object.keys(one), ...Object.keys(two).filter((name) => !Object.hasOwn(one, name))];
  const differing = names.filter((name) => !PARTY_FIELDS.has(name) && !isSameField(one, two, name)).sort(compareUtf8);
  if (first.agreement.party === null && first.agreement.commitment !== other.agreement.commitment) differing.push('commitment');
  return [...differing, ...['@context', 'type'].filter((name) => !isSameField(first.credential.document, other.credential.document, name))];
}

function subjectOf({ credential }: Shaped): JsonObject {
  const subject = credential.document['credentialSubject'];
  return isJsonObject(subject) ? subject : {};
}

function isSameField(first: JsonObject, other: JsonObject, name: string): boolean {
  const [one, two] = [first[name], other[name]];
  return one === undefined || two === undefined ? one === two : isSameValue(one, two);
}

/** If `corridor.yaml` names participants, they must be exactly those of the agreement. */
function manifestCheck({ credential, agreement }: Shaped, manifest: JsonValue): CorridorCheck {
  const { place } = credential;
  const stated = isJsonObject(manifest) ? manifest['participants'] : undefined;
  if (stated === undefined || (Array.isArray(stated) && stated.length === 0))
    return passed('participants', place, null, 'the corridor names none of its own');
  const wanted = Array.isArray(stated) ? [...new Set(stated as readonly JsonValue[])] : [];
  const found = new Set(agreement.participants.map(({ id }) => id));
  if (wanted.length === found.size && wanted.every((did) => typeof did === 'string' && found.has(did)))
    return passed('participants', place, null, 'those of the corridor');
  return failed('participants:differ', { kind: 'participants', file: place, subject: null, words: 'not those that the corridor names' });
}

function partiesOf({ participants }: Agreement, shaped: readonly Shaped[]): AgreementsVerdict['parties'] {
  const files = shaped.map(({ agreement, parties, signers }) => ({ agreement, signed: new Set(parties), signers: new Set(signers) }));
  return participants.map(({ id, role, name }) => {
    const own = files.filter(({ agreement, signed }) => (agreement.party === null ? signed.has(id) : agreement.party.id === id));
    const hasSigned = own.length > 0 && own.every(({ signed }) => signed.has(id));
    const said = files.filter(({ agreement, signers }) => signers.has(id) && (agreement.party === null || agreement.party.id === id));
    const words = [...new Set(said.map(({ agreement }) => agreement.commitment))].sort(compareUtf8);
    const counts = hasSigned && own.every(({ agreement }) => agreement.acceptedCommitments.includes(agreement.commitment));
    return { id, role, name, hasSigned, commitment: words.length === 0 ? null : words.join(', '), counts };
  });
}
