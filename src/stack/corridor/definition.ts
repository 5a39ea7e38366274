/**
 * The definition of a corridor: a credential that binds the corridor's files by digest, and states which lawpacks are compatible.
 *
 *     {"credentialSubject":{"corridor_id":"org.example.corridor.swift","ruleset":"…","artifacts":{"corridor_manifest":{"path":"corridor.yaml",
 *      "sha256":"eae3…"},"trust_anchors":{…},"key_rotation":{…}},"lawpack_compatibility":{"required_domains":["civil"]}}, …}
 *
 * It binds the files that the corridor uses, whatever paths it states.
 */
import type { JsonValue } from '#core/json/value';
import { type Credential, credentialIn, type OpenCredential, statedIssuer } from '../credential/credential.ts';
import { DEFINITION_FIELDS } from '../credential/credential-fields.ts';
import { dateChecks, judgeSigned, type SignatureBlockers } from '../credential/judge-signatures.ts';
import { requireKnownFields } from '../inputs/closed-fields.ts';
import type { CorridorFacts, Fault, Judging, ReadFile } from '../inputs/facts.ts';
import { openReading, type Reading } from '../inputs/field-reader.ts';
import { digestOfPin, isHex, readPin } from '../pin.ts';
import { faultText } from '../refusals.ts';
import { type CorridorCheck, failed, notChecked, passed } from './check.ts';
import { type Authority, anchorChecks } from './judge-authority.ts';
import { type LawpackCompatibility, readCompatibility } from './lawpack-compatibility.ts';

export interface DefinitionVerdict {
  readonly checks: readonly CorridorCheck[];
  /** The DIDs that its proofs state, valid or not. */
  readonly signers: readonly string[];
  readonly id: string | null;
  readonly lawpacks: LawpackCompatibility;
}

const BOUND = ['corridor_manifest', 'trust_anchors', 'key_rotation'] as const;
const BLOCKERS: SignatureBlockers = {
  invalid: () => 'definition:invalid_proof',
  missing: () => 'definition:invalid_proof',
  early: (did) => `${did}:not_yet_effective`,
};

export function judgeDefinition(
  definition: OpenCredential,
  facts: CorridorFacts,
  authority: Authority,
  judging: Judging,
): DefinitionVerdict {
  const { place, document } = definition;
  const reading = openReading(document);
  const credential = credentialIn(reading);
  const { subject } = credential;
  const corridorId = subject.text('corridor_id');
  const artifacts = subject.object('artifacts');
  const lawpacks = readCompatibility(subject);
  requireKnownFields(reading, DEFINITION_FIELDS);
  const { checks, observed, signers } = judgeSigned(definition, statedIssuer(document), BLOCKERS, judging);
  return {
    signers: observed,
    id: credential.id,
    lawpacks,
    checks: [
      ...shapeChecks(place, reading.faults),
      ...checks,
      ...datesOf(definition, credential, reading, judging.at),
      ...anchorChecks(signers, { attestation: 'corridor_definition', place }, authority),
      corridorCheck(place, corridorId, facts),
      ...bindingChecks(place, artifacts, facts),
      ...rulesetChecks(place, subject),
    ],
  };
}

function shapeChecks(place: string, faults: readonly Fault[]): readonly CorridorCheck[] {
  if (faults.length === 0) return [passed('shape', place, null, 'a corridor definition')];
  return [failed('definition:malformed', { kind: 'shape', file: place, subject: null, words: faults.map(faultText).join('; ') })];
}

/** Unreadable dates are reported as faults of the document. */
function datesOf({ place }: OpenCredential, { issuer, validity }: Credential, { faults }: Reading, at: number): readonly CorridorCheck[] {
  return faults.length === 0 ? dateChecks(place, issuer, { what: 'credential', validity, at }) : [];
}

function corridorCheck(place: string, corridorId: string, facts: CorridorFacts): CorridorCheck {
  const file = relativeTo(facts.folder, facts.manifest);
  if (corridorId === facts.corridorId) return passed('binding', place, file, `defines ${corridorId}`);
  const words = `expected a definition of ${facts.corridorId}, found one of ${corridorId === '' ? 'nothing' : corridorId}`;
  return failed(`definition:unbound:${file}`, { kind: 'binding', file: place, subject: file, words });
}

function bindingChecks(place: string, artifacts: Reading, facts: CorridorFacts): readonly CorridorCheck[] {
  const files = { corridor_manifest: facts.manifest, trust_anchors: facts.trustAnchors, key_rotation: facts.keyRotation };
  return BOUND.map((name) => {
    const file = relativeTo(facts.folder, files[name]);
    const bound = boundDigest(artifacts.fields[name]);
    if (bound === files[name].sha256) return passed('binding', place, file, `bound as ${name}`);
    const words = `expected ${bound ?? 'a digest'} as ${name}, found ${files[name].sha256}`;
    return failed(`definition:unbound:${file}`, { kind: 'binding', file: place, subject: file, words });
  });
}

/** Reads `{path, sha256}` or an ArtifactRef. Both together are refused, because readers could choose differently. */
function boundDigest(value: JsonValue | undefined): string | null {
  const { fields } = openReading(value ?? null);
  const pin = typeof value === 'object' ? readPin(value) : null;
  const { sha256 } = fields;
  if (pin !== null) return sha256 === undefined || sha256 === digestOfPin(pin) ? digestOfPin(pin) : null;
  return isHex(sha256) ? sha256 : null;
}

/** The path as the corridor's own documents write it. */
function relativeTo(folder: string, { place }: ReadFile): string {
  return folder !== '' && place.startsWith(`${folder}/`) ? place.slice(folder.length + 1) : place;
}

function rulesetChecks(place: string, { fields }: Reading): readonly CorridorCheck[] {
  if (fields['ruleset_digest_set'] === undefined) return [];
  return [notChecked('binding', place, 'ruleset_digest_set', 'the rulesets it names are not pinned by a stack lock')];
}
