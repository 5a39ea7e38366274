import { expect, it } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { lists, registry, sorted } from '../../../tests/stack/corridor-changes.ts';
import { AT, alice, blockersOf, bob, corridor, envelope, governance, mallory, sign } from '../../../tests/stack/signed-corridor.ts';

const leaf = [lists(alice.did, ['corridor_agreement']), lists(bob.did, 'corridor_agreement'), lists(`${governance.did}#key-1`, ['*'])];
it('judgeRegistries() is active if the registry grants the same as the anchors', () => {
  expect(blockersOf(corridor({ registries: [registry(mallory, leaf)] }))).toEqual([]);
  const root = registry(governance, [lists(mallory.did, ['authority_registry'])]);
  expect(blockersOf(corridor({ registries: [root, registry(mallory, leaf)] }))).toEqual([]);
});

const cases: readonly [what: string, registries: readonly JsonObject[], found: readonly string[]][] = [
  ['a registry that leaves out a party', [registry(mallory, leaf.slice(1))], [`${alice.did}:not_anchored`]],
  [
    'a registry that grants something else',
    [registry(mallory, [lists(alice.did, 'corridor_receipt'), ...leaf.slice(1)])],
    [`${alice.did}:not_anchored`],
  ],
  [
    'a child that its parent does not grant',
    [registry(governance, [lists(mallory.did, ['corridor_agreement'])]), registry(mallory, leaf)],
    [`${mallory.did}:not_anchored`],
  ],
  ['a registry of an edited word', [{ ...registry(mallory, leaf), id: 'urn:other' }], [`${mallory.did}:invalid_proof`]],
  ['a registry that nobody signed', [envelope(mallory.did, { registry_id: 'r', authorities: leaf })], [`${mallory.did}:missing_signature`]],
  [
    'a registry signed by another than its issuer',
    [sign(envelope(mallory.did, { registry_id: 'r', authorities: leaf }), alice)],
    [`${mallory.did}:missing_signature`],
  ],
  [
    'a registry that has expired',
    [sign({ ...envelope(mallory.did, { registry_id: 'r', authorities: leaf }), expirationDate: AT }, mallory)],
    [`${mallory.did}:expired`],
  ],
  [
    'a registry that names another parent',
    [registry(governance, [lists(mallory.did, '*')]), registry(mallory, leaf, { parent_registry_ref: '0'.repeat(64) })],
    [`${mallory.did}:not_anchored`],
  ],
  [
    'a registry that cannot be read',
    [registry(mallory, [], { authorities: 'everybody' })],
    sorted(`${alice.did}:not_anchored`, `${bob.did}:not_anchored`, `${governance.did}:not_anchored`, `${mallory.did}:malformed`),
  ],
];
it.each(cases)('judgeRegistries() is blocked by %s', (_what, registries, found) =>
  expect(blockersOf(corridor({ registries }))).toEqual(found),
);

it('judgeRegistries() requires an anchor for the first issuer if any anchor is granted authority_registry', () => {
  const anchors = (value: JsonObject) => ({
    ...value,
    trust_anchors: [
      ...(value['trust_anchors'] as JsonObject[]),
      { anchor_id: 'treaty', type: 'did', identifier: governance.did, allowed_attestations: ['authority_registry'] },
    ],
  });
  expect(blockersOf(corridor({ anchors, registries: [registry(governance, leaf)] }))).toEqual([]);
  expect(blockersOf(corridor({ anchors, registries: [registry(mallory, leaf)] }))).toEqual([`${mallory.did}:not_anchored`]);
});
