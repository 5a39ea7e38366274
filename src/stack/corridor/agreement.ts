/**
 * An agreement: the participants, how many of each role must sign, and the commitment of this credential.
 *
 *     {"credentialSubject":{"corridor_id":"…","definition_payload_sha256":"58cb…","participants":[{"id":"did:key:z6Mk…","role":"zone_authority"}],
 *      "activation":{"thresholds":[{"role":"zone_authority","required":2,"of":2}]},"party":{"id":"did:key:z6Mk…","role":"zone_authority"},
 *      "commitment":"agree"}, …}
 *
 * With `party` it speaks for that party alone; without, for everybody who signs it. An unknown field makes it malformed, because nobody may sign
 * what is not judged.
 */
import type { JsonValue } from '#core/json/value';
import { type Validity } from '#core/validity';
import { type Credential, credentialIn } from '../credential/credential.ts';
import { AGREEMENT_FIELDS } from '../credential/credential-fields.ts';
import { instantsAt } from '../credential/validity.ts';
import { requireKnownFields } from '../inputs/closed-fields.ts';
import type { Fault, Shaped } from '../inputs/facts.ts';
import { openReading, type Reading, textOf } from '../inputs/field-reader.ts';
import { digestOfPin, readPin } from '../pin.ts';
import { type PinnedLawpack, readPinned } from './lawpack-compatibility.ts';

export interface Agreement {
  readonly credential: Credential;
  readonly corridorId: string;
  /** Null if the value is not a digest of a credential. */
  readonly definitionPayloadSha256: string | null;
  readonly definitionId: string | null;
  readonly participants: readonly Participant[];
  readonly thresholds: readonly Threshold[];
  readonly acceptedCommitments: readonly string[];
  readonly effect: Validity;
  readonly party: Participant | null;
  readonly commitment: string;
  readonly lawpacks: readonly PinnedLawpack[];
}

export interface Participant {
  readonly id: string;
  readonly role: string;
  readonly name: string | null;
  readonly jurisdiction: string | null;
}

export interface Threshold {
  readonly role: string;
  readonly required: number;
  readonly of: number | null;
}

const AGREE = 'agree';
/** A party with this commitment has not signed yet, whatever else the agreement accepts (S11). */
export const PENDING = 'pending';

export function readAgreement(value: JsonValue): Shaped<Agreement> {
  const reading = openReading(value);
  const credential = credentialIn(reading);
  const { subject } = credential;
  const activation = subject.object('activation');
  const party = subject.optionalObject('party');
  const agreement = {
    credential,
    corridorId: subject.text('corridor_id'),
    definitionPayloadSha256: definitionDigest(subject.fields['definition_payload_sha256']),
    definitionId: subject.optionalText('definition_vc_id') ?? null,
    participants: atLeastOne(subject, 'participants', subject.objects('participants', readParticipant)),
    thresholds: atLeastOne(activation, 'thresholds', activation.objects('thresholds', readThreshold)),
    acceptedCommitments: acceptedAt(activation),
    effect: { from: instantsAt(activation, ['effectiveFrom'], 'begins'), until: instantsAt(activation, ['effectiveUntil'], 'ends') },
    party: party === undefined ? null : readParticipant(party),
    commitment: commitmentAt(subject),
    lawpacks: readPinned(subject),
  };
  requireKnownFields(reading, AGREEMENT_FIELDS);
  return reading.shaped(agreement);
}

/** Reads a digest, or a reference to a credential, of which only the digest is compared. */
function definitionDigest(value: JsonValue | undefined): string | null {
  const pin = readPin(value);
  return pin === null || (typeof pin !== 'string' && pin.artifact_type !== 'vc') ? null : digestOfPin(pin);
}

function readParticipant(participant: Reading): Participant {
  return {
    id: participant.text('id'),
    role: participant.text('role'),
    name: participant.optionalText('name') ?? null,
    jurisdiction: participant.optionalText('jurisdiction') ?? null,
  };
}

function readThreshold(threshold: Reading): Threshold {
  return {
    role: threshold.text('role'),
    required: threshold.integer('required', 1),
    of: threshold.fields['of'] === undefined ? null : threshold.integer('of', 1),
  };
}

function acceptedAt(activation: Reading): readonly string[] {
  if (activation.fields['accept_commitments'] === undefined) return [AGREE];
  const read = (item: JsonValue, at: string, faults: Fault[]): string => plainWord(textOf(item, at, faults), at, faults);
  return atLeastOne(activation, 'accept_commitments', activation.list('accept_commitments', read));
}

function commitmentAt(subject: Reading): string {
  const stated = subject.optionalText('commitment');
  return stated === undefined ? AGREE : plainWord(stated, 'credentialSubject.commitment', subject.faults);
}

/** Trims and lower-cases ASCII letters only: letters that look similar are not changed. */
function plainWord(text: string, at: string, faults: Fault[]): string {
  const word = text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (word === '' && text !== '') faults.push({ at, message: 'expected text, found only spaces' });
  return word;
}

/** An empty list is a fault; a value that is no list, or absent, is one already. */
function atLeastOne<T>(reading: Reading, name: string, items: readonly T[]): readonly T[] {
  if (items.length === 0 && Array.isArray(reading.fields[name])) reading.fault(name, 'expected a list of at least one, found an empty one');
  return items;
}
