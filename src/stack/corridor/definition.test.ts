import { expect, it } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { firstProof, inSubject, set, sorted } from '../../../tests/stack/corridor-changes.ts';
import {
  AT,
  alice,
  blockersOf,
  CORRIDOR,
  type CorridorOptions,
  corridor,
  governance,
  mallory,
} from '../../../tests/stack/signed-corridor.ts';

const cases: readonly [what: string, options: CorridorOptions, found: readonly string[]][] = [
  ['no proof', { definitionSigners: [] }, ['definition:invalid_proof']],
  ['a proof by another than its issuer', { definitionSigners: [alice] }, sorted('definition:invalid_proof', `${alice.did}:not_anchored`)],
  [
    'an issuer who is not anchored',
    { definition: set('issuer', mallory.did), definitionSigners: [mallory] },
    [`${mallory.did}:not_anchored`],
  ],
  ['a second signer who is not anchored', { definitionSigners: [governance, mallory] }, [`${mallory.did}:not_anchored`]],
  ['an unknown type of proof', { signedDefinition: firstProof({ type: 'Ed25519Signature2020' }) }, ['definition:invalid_proof']],
  ['another purpose', { signedDefinition: firstProof({ proofPurpose: 'authentication' }) }, ['definition:invalid_proof']],
  ['an expiry at this instant', { definition: set('expirationDate', AT) }, [`${governance.did}:expired`]],
  ['an issuance that is later', { definition: set('validFrom', '2027-01-01T00:00:00Z') }, [`${governance.did}:not_yet_effective`]],
  ['a date that is none', { definition: set('expirationDate', 'never') }, ['definition:malformed']],
  ['another corridor', { definition: inSubject(set('corridor_id', 'org.example.other')) }, ['definition:unbound:corridor.yaml']],
  [
    'no artifacts',
    { definition: set('credentialSubject', { corridor_id: CORRIDOR }) },
    [
      'definition:malformed',
      'definition:unbound:corridor.yaml',
      'definition:unbound:key-rotation.yaml',
      'definition:unbound:trust-anchors.yaml',
    ],
  ],
];
it.each(cases)('judgeDefinition() is blocked by %s', (_what, options, found) => expect(blockersOf(corridor(options))).toEqual(found));

it('judgeDefinition() reports each file that differs from the bound one', () => {
  const facts = corridor();
  for (const name of ['manifest', 'trustAnchors', 'keyRotation'] as const) {
    const changed = { ...facts, [name]: { ...facts[name], sha256: '0'.repeat(64) } };
    expect(blockersOf(changed)).toEqual([`definition:unbound:${facts[name].path}`]);
  }
});

it('judgeDefinition() accepts an ArtifactRef as its digest, and refuses a second digest beside it', () => {
  const bind = (more: JsonObject) =>
    inSubject((subject) => {
      const artifacts = subject['artifacts'] as { readonly [name: string]: JsonObject };
      const reference = { artifact_type: 'blob', digest_sha256: artifacts['key_rotation']?.['sha256'] as string, ...more };
      return { ...subject, artifacts: { ...artifacts, key_rotation: reference } };
    });
  expect(blockersOf(corridor({ definition: bind({}) }))).toEqual([]);
  expect(blockersOf(corridor({ definition: bind({ sha256: '0'.repeat(64) }) }))).toEqual(['definition:unbound:key-rotation.yaml']);
});
