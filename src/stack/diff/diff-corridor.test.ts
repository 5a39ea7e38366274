import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '#core/json/value';
import { diffCorridor } from './diff-corridor.ts';

const HEX = (letter: string): string => letter.repeat(64);

const CORRIDOR: JsonObject = {
  corridor_id: 'c.one',
  corridor_manifest_sha256: HEX('1'),
  trust_anchors_sha256: HEX('2'),
  key_rotation_sha256: HEX('3'),
  corridor_definition_vc_sha256: HEX('4'),
  corridor_definition_signers: ['did:key:a'],
  corridor_agreement_vc_sha256: [HEX('5'), HEX('6')],
  corridor_agreement_signers: ['did:key:a', 'did:key:b'],
  corridor_activated: true,
  corridor_agreement_set_sha256: HEX('7'),
  corridor_agreement_payload_sha256_by_path: { 'a.vc.json': HEX('8'), 'b.vc.json': HEX('9') },
  corridor_activation_blockers: [],
};

type Told = readonly (readonly JsonValue[])[];

function changes(old: JsonObject, now: JsonObject): Told {
  const told = [...diffCorridor('c.one', old, now)].sort((a, b) => ((a.field ?? '') < (b.field ?? '') ? -1 : 1));
  return told.map(({ severity, kind, field, old: before, new: after }) => [severity, kind, field, before, after]);
}

test.each<[string, JsonObject, Told]>([
  [
    'one that is no longer active',
    { corridor_activated: false, corridor_activation_blockers: ['did:key:b:withdraw'] },
    [
      ['critical', 'DEACTIVATED', 'corridor_activated', true, false],
      ['medium', 'ADDED', 'corridor_activation_blockers', null, 'did:key:b:withdraw'],
    ],
  ],
  [
    'a lost signer and a new one',
    { corridor_agreement_signers: ['did:key:a', 'did:key:c'] },
    [
      ['critical', 'REMOVED', 'corridor_agreement_signers', 'did:key:b', null],
      ['high', 'ADDED', 'corridor_agreement_signers', null, 'did:key:c'],
    ],
  ],
  ['other trust anchors', { trust_anchors_sha256: HEX('e') }, [['critical', 'REPINNED', 'trust_anchors_sha256', HEX('2'), HEX('e')]]],
  [
    'a proof that was issued again, of the definition and of an agreement',
    { corridor_definition_vc_sha256: HEX('e'), corridor_agreement_vc_sha256: [HEX('5'), HEX('f')] },
    [
      ['medium', 'RESIGNED', 'corridor_agreement_vc_sha256', [HEX('6')], [HEX('f')]],
      ['medium', 'RESIGNED', 'corridor_definition_vc_sha256', HEX('4'), HEX('e')],
    ],
  ],
  [
    'another definition',
    { corridor_definition_vc_sha256: HEX('e'), corridor_agreement_set_sha256: HEX('f') },
    [
      ['critical', 'REPINNED', 'corridor_agreement_set_sha256', HEX('7'), HEX('f')],
      ['critical', 'REPINNED', 'corridor_definition_vc_sha256', HEX('4'), HEX('e')],
    ],
  ],
  [
    'other terms of one agreement',
    {
      corridor_agreement_vc_sha256: [HEX('5'), HEX('f')],
      corridor_agreement_set_sha256: HEX('e'),
      corridor_agreement_payload_sha256_by_path: { 'a.vc.json': HEX('8'), 'b.vc.json': HEX('d') },
    },
    [
      ['critical', 'REPINNED', 'corridor_agreement_payload_sha256_by_path.b.vc.json', HEX('9'), HEX('d')],
      ['critical', 'REPINNED', 'corridor_agreement_set_sha256', HEX('7'), HEX('e')],
      ['critical', 'REPINNED', 'corridor_agreement_vc_sha256', [HEX('6')], [HEX('f')]],
    ],
  ],
  [
    'agreements listed in another order',
    { corridor_agreement_vc_sha256: [HEX('6'), HEX('5')] },
    [['low', 'REORDERED', 'corridor_agreement_vc_sha256', [HEX('5'), HEX('6')], [HEX('6'), HEX('5')]]],
  ],
])('diffCorridor() reports %s', (_, fields, expected) => expect(changes(CORRIDOR, { ...CORRIDOR, ...fields })).toEqual(expected));

test('diffCorridor() reports an active corridor that lost its agreements as deactivated', () => {
  const { corridor_activated: _, ...without } = CORRIDOR;
  expect(changes(CORRIDOR, without)).toEqual([['critical', 'DEACTIVATED', 'corridor_activated', true, null]]);
  expect(changes(without, CORRIDOR)).toEqual([['high', 'ACTIVATED', 'corridor_activated', null, true]]);
});

test('diffCorridor() never reports a re-pinned definition as re-signed if no set digest covers it', () => {
  const { corridor_agreement_set_sha256: _, ...without } = CORRIDOR;
  const now = { ...without, corridor_definition_vc_sha256: HEX('e') };
  expect(changes(without, now)).toEqual([['critical', 'REPINNED', 'corridor_definition_vc_sha256', HEX('4'), HEX('e')]]);
});
