/**
 * The signed zone with one thing wrong at a time, by name: what each reason against a corridor comes from. A script writes one with
 * `signedzone DIR [NAME]`.
 *
 *     signedZone(folder, variants['withdrawn'])
 */
import type { JsonObject, JsonValue } from '#core/json/value';
import { without } from '#stack/credential/payload';
import { activation, firstProof, lists, proofs, registry, set } from './corridor-changes.ts';
import { alice, bob, type CorridorOptions, governance, mallory, participants, type Signer, signerNamed } from './signed-corridor.ts';
import { LAWPACK_DIGEST } from './signed-zone.ts';

type Edit<T> = (value: T) => T;

/** Only in the file of one party. */
const inFileOf =
  (who: Signer, edit: Edit<JsonObject>) =>
  (value: JsonObject, party: Signer | null): JsonObject =>
    party === who ? edit(value) : value;

const pins = (digest: JsonValue): Edit<JsonObject> =>
  set('pinned_lawpacks', [{ jurisdiction_id: 'ex-north', domain: 'civil', lawpack_digest_sha256: digest }]);

const compatible = (document: JsonObject): JsonObject => {
  const subject = document['credentialSubject'] as JsonObject;
  return { ...document, credentialSubject: { ...subject, lawpack_compatibility: { required_domains: ['civil'] } } };
};

const flipped = (text: JsonValue | undefined): string => {
  const jws = text as string;
  return `${jws[0] === 'A' ? 'B' : 'A'}${jws.slice(1)}`;
};
const flipFirst = proofs(([first, ...rest]) => [{ ...first, jws: flipped(first?.['jws']) }, ...rest]);

const withoutAnchor = (who: Signer): Edit<JsonObject> =>
  set(
    'trust_anchors',
    [alice, bob, governance].flatMap((signer): JsonObject[] => {
      if (signer === who) return [];
      const attestation = signer === governance ? 'corridor_definition' : 'corridor_agreement';
      return [{ anchor_id: signer.did, type: 'did', identifier: signer.did, allowed_attestations: [attestation] }];
    }),
  );

const registrar = signerNamed('registrar');

export const variants: Readonly<Record<string, CorridorOptions>> = {
  'as-signed': {},
  'for-all': { signers: [alice, bob] },
  'data-integrity': { type: 'DataIntegrityProof' },
  'with-registry': {
    registries: [registry(registrar, [...[alice, bob].map(({ did }) => lists(did, ['corridor_agreement'])), lists(governance.did, ['*'])])],
  },
  'pins-the-law': { definition: compatible, agreement: pins(LAWPACK_DIGEST) },

  withdrawn: { agreement: inFileOf(bob, set('commitment', 'Withdraw')) },
  unsigned: { signedAgreement: inFileOf(bob, (document) => without(document, 'proof')) },
  'one-signature': { signers: [alice] },
  'flipped-jws': { signedAgreement: inFileOf(bob, flipFirst) },
  'edited-word': {
    signedAgreement: inFileOf(bob, (document) => withSubject(document, set('terms', { reference: 'urn:example:other-terms' }))),
  },
  'one-bad-proof-of-two': { signers: [alice, bob], signedAgreement: flipFirst },
  'proof-over-other-bytes': {
    signers: [alice, bob],
    signedAgreement: (document) => ({ ...document, issuanceDate: '2026-01-01T00:00:01Z' }),
  },
  'unknown-proof-type': { signedAgreement: inFileOf(bob, firstProof({ type: 'Ed25519Signature2020' })) },
  stranger: { signers: [alice, bob, mallory] },
  'not-anchored': { anchors: withoutAnchor(bob) },
  'definition-not-anchored': { anchors: withoutAnchor(governance) },
  'not-in-registry': { registries: [registry(registrar, [lists(alice.did, ['*']), lists(governance.did, ['*'])])] },
  'listed-twice': { listed: [0, 1, 0] },
  'two-words-of-one': { parties: [alice, bob, bob] },
  expired: { envelope: inFileOf(bob, set('expirationDate', '2026-05-31T00:00:00Z')) },
  ended: { agreement: activation({ effectiveUntil: '2026-05-31T00:00:00Z' }) },
  'ends-in-july': { agreement: activation({ effectiveUntil: '2026-07-01T00:00:00Z' }) },
  'signed-next-year': {
    type: 'DataIntegrityProof',
    created: (signer) => (signer === bob ? '2027-01-01T00:00:00Z' : '2026-01-01T00:00:00Z'),
  },
  'not-yet': { agreement: activation({ effectiveFrom: '2026-07-01T00:00:00Z' }) },
  'other-definition': { agreement: inFileOf(bob, set('definition_payload_sha256', '0'.repeat(64))) },
  'definition-as-reference': {
    agreement: (subject) =>
      set('definition_payload_sha256', { artifact_type: 'vc', digest_sha256: subject['definition_payload_sha256'] as string })(subject),
  },
  'definition-as-reference-to-a-blob': {
    agreement: (subject) =>
      set('definition_payload_sha256', { artifact_type: 'blob', digest_sha256: subject['definition_payload_sha256'] as string })(subject),
  },
  'too-few': { parties: [alice] },
  'other-number-of-parties': { agreement: activation({ thresholds: [{ role: 'authority', required: 2, of: 3 }] }) },
  'definition-flipped-jws': { signedDefinition: flipFirst },
  'definition-by-another': { definitionSigners: [mallory] },
  'definition-of-another-file': { definition: (document) => withBinding(document, 'key_rotation', '0'.repeat(64)) },
  'definition-malformed': { definition: (document) => withSubject(document, set('artifacts', 'all of them')) },
  'other-participants': { manifest: set('participants', [alice.did]) },
  'other-law': { agreement: inFileOf(bob, pins('0'.repeat(64))) },
  'law-not-pinned': { definition: compatible, agreement: inFileOf(alice, pins(LAWPACK_DIGEST)) },
  malformed: { agreement: inFileOf(bob, activation({ thresholds: [] })) },
  'other-issuer': { envelope: inFileOf(bob, set('issuer', alice.did)) },
  'other-role': { agreement: inFileOf(bob, set('party', { id: bob.did, role: 'observer' })) },
  mixed: { agreement: inFileOf(bob, (subject) => without(subject, 'party')) },
  'other-terms': { agreement: inFileOf(bob, set('terms', { reference: 'urn:example:other-terms' })) },
  'another-artifact': {
    agreement: (subject, party) => set('terms', { release: party === bob ? '2222' : '1111' })(subject),
  },
  'unknown-field': { agreement: (subject, party) => set('artifact_sha256', party === bob ? '2222' : '1111')(subject) },
  'misspelt-end': { agreement: activation({ effective_until: '2026-01-10T00:00:00Z' }) },
  'definition-with-unknown-field': { definition: (document) => withSubject(document, set('annex_sha256', '1111')) },
  'other-participants-of-one': { agreement: inFileOf(bob, set('participants', [...participants, { id: mallory.did, role: 'observer' }])) },
};

function withSubject(document: JsonObject, edit: Edit<JsonObject>): JsonObject {
  return { ...document, credentialSubject: edit(document['credentialSubject'] as JsonObject) };
}

function withBinding(document: JsonObject, name: string, sha256: string): JsonObject {
  return withSubject(document, (subject) => {
    const artifacts = subject['artifacts'] as JsonObject;
    return { ...subject, artifacts: { ...artifacts, [name]: { ...(artifacts[name] as JsonObject), sha256 } } };
  });
}
