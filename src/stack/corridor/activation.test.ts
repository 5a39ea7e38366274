import { expect, it } from 'vitest';
import { Float, type JsonObject } from '#core/json/value';
import { Refusal } from '#core/refusal';
import { activation, both, firstProof, set, sorted, threshold, unmet } from '../../../tests/stack/corridor-changes.ts';
import { alice, blockersOf, bob, corridor, judged, mallory, participants } from '../../../tests/stack/signed-corridor.ts';

it('judgeCorridor() is active if all have signed, in one file or each in their own', () => {
  expect(blockersOf(corridor())).toEqual([]);
  expect(blockersOf(corridor({ parties: both }))).toEqual([]);
  expect(blockersOf(corridor({ type: 'MezEd25519Signature2025' }))).toEqual([]);
  expect(blockersOf(corridor({ type: 'DataIntegrityProof', parties: both }))).toEqual([]);
});

it('judgeCorridor() writes no agreement field if none is configured, and is not active', () => {
  for (const agreements of [null, []]) {
    const { entry, checks } = judged({ ...corridor(), agreements });
    expect(Object.keys(entry)).toEqual([
      'corridor_id',
      'corridor_manifest_sha256',
      'trust_anchors_sha256',
      'key_rotation_sha256',
      'corridor_definition_vc_sha256',
      'corridor_definition_signers',
    ]);
    expect(checks.length).toBeGreaterThan(0);
  }
});

it('judgeCorridor() gives the same verdict twice', () =>
  expect(judged(corridor({ parties: both }))).toEqual(judged(corridor({ parties: both }))));

it('judgeCorridor() reports the state of each party and threshold', () => {
  const { parties, thresholds, entry } = judged(corridor({ signers: [alice] }));
  expect(parties).toEqual([
    { ...participants[0], hasSigned: true, commitment: 'agree', counts: true, blockers: [] },
    { ...participants[1], hasSigned: false, commitment: null, counts: false, blockers: [`${bob.did}:missing_signature`] },
  ]);
  expect(thresholds).toEqual([{ role: 'authority', signed: 1, required: 2, participants: 2, of: 2, isMet: false }]);
  expect(entry.corridor_agreement_signers).toEqual([alice.did]);
});

it('judgeCorridor() names revocation as not checked', () => {
  const { checks } = judged(corridor());
  expect(checks.filter(({ kind }) => kind === 'revocation').map(({ verdict }) => verdict)).toEqual(['not_checked']);
});

it('judgeCorridor() does not treat the file of one party as an agreement of all', () => {
  const [, ofBob] = corridor({ parties: both }).agreements ?? [];
  const facts = corridor();
  const files = [...(facts.agreements ?? []), ofBob as NonNullable<typeof ofBob>];
  expect(blockersOf({ ...facts, agreements: files })).toEqual(['agreement:mixed']);
  expect(blockersOf({ ...facts, agreements: files.reverse() })).toEqual(['agreement:mixed']);
});

it('judgeCorridor() accepts commitments in any letter case, with spaces around them', () => {
  expect(blockersOf(corridor({ agreement: set('commitment', ' AGREE\n') }))).toEqual([]);
  const consent = (subject: JsonObject) => activation({ accept_commitments: [' Consent '] })(set('commitment', 'CONSENT')(subject));
  expect(blockersOf(corridor({ agreement: consent }))).toEqual([]);
});

it('judgeCorridor() does not require more signatures than the threshold', () => {
  const one = threshold(1, { of: 2 });
  expect(blockersOf(corridor({ agreement: one, signers: [alice] }))).toEqual([]);
  expect(blockersOf(corridor({ agreement: one, parties: [alice] }))).toEqual([]);
});

it('judgeCorridor() accepts an ArtifactRef of a credential as its digest, and of no other type', () => {
  const reference = (type: string) => (subject: JsonObject) => ({
    ...subject,
    definition_payload_sha256: { artifact_type: type, digest_sha256: subject['definition_payload_sha256'] as string, uri: 'anywhere' },
  });
  expect(blockersOf(corridor({ agreement: reference('vc') }))).toEqual([]);
  expect(blockersOf(corridor({ agreement: reference('blob') }))).toEqual([`${alice.did}:wrong_definition`]);
  const upper = (subject: JsonObject) => ({
    ...subject,
    definition_payload_sha256: (subject['definition_payload_sha256'] as string).toUpperCase(),
  });
  expect(blockersOf(corridor({ agreement: upper }))).toEqual([`${alice.did}:wrong_definition`]);
});

it('judgeCorridor() keeps payload and set digests if only the proofs differ', () => {
  const one = judged(corridor({ parties: both })).entry;
  const other = judged(corridor({ parties: both, signedAgreement: firstProof({ created: '2026-02-02T00:00:00Z' }) })).entry;
  expect(other.corridor_activated).toBe(true);
  expect(other.corridor_agreement_vc_sha256).not.toEqual(one.corridor_agreement_vc_sha256);
  expect({ ...other, corridor_agreement_vc_sha256: [] }).toEqual({ ...one, corridor_agreement_vc_sha256: [] });
});

it('judgeCorridor() reports all reasons together, sorted', () => {
  const blockers = blockersOf(corridor({ signers: [mallory], definitionSigners: [mallory] }));
  expect(blockers).toEqual(
    sorted(
      `${alice.did}:missing_signature`,
      `${bob.did}:missing_signature`,
      'definition:invalid_proof',
      `${mallory.did}:not_anchored`,
      `${mallory.did}:not_participant`,
      unmet(0),
    ),
  );
});

it('judgeCorridor() refuses a credential without a canonical form, naming file and position', () => {
  const facts = corridor();
  const [file] = facts.agreements ?? [];
  for (const rate of [new Float(1.5), new Float(1), 2n ** 53n]) {
    const value = { ...(file?.value as JsonObject), extra: { 'a/b': [rate] } };
    const act = () => judged({ ...facts, agreements: [{ ...(file as NonNullable<typeof file>), value }] });
    expect(act).toThrow(Refusal);
    expect(act).toThrow(/agreement\.0\.vc\.json: \/extra\/a~1b\/0: expected an integer/);
  }
  expect(() => judged({ ...facts, definition: { ...facts.definition, value: ['not', 'one'] } })).toThrow(
    /corridor\.vc\.json: expected an object/,
  );
});
