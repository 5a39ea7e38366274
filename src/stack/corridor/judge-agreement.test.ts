import { expect, it } from 'vitest';
import { activation, both, set, sorted, unmet } from '../../../tests/stack/corridor-changes.ts';
import { AT, alice, blockersOf, bob, type CorridorOptions, corridor, mallory, participants } from '../../../tests/stack/signed-corridor.ts';
import { without } from '../credential/payload.ts';

const cases: readonly [what: string, options: CorridorOptions, found: readonly string[]][] = [
  [
    'a word that is not accepted',
    { agreement: set('commitment', ' Withdraw ') },
    sorted(`${alice.did}:withdraw`, `${bob.did}:withdraw`, unmet(0)),
  ],
  ['a commitment of spaces', { agreement: set('commitment', '  ') }, [`${alice.did}:malformed`]],
  ['a commitment that is empty', { agreement: set('commitment', '') }, [`${alice.did}:malformed`]],
  [
    'a commitment in letters that look alike',
    { agreement: set('commitment', 'аgree') },
    sorted(`${alice.did}:аgree`, `${bob.did}:аgree`, unmet(0)),
  ],
  ['no commitments that are accepted', { agreement: activation({ accept_commitments: [] }) }, [`${alice.did}:malformed`]],
  ['a threshold of none', { agreement: activation({ thresholds: [{ role: 'authority', required: 0 }] }) }, [`${alice.did}:malformed`]],
  ['a negative threshold', { agreement: activation({ thresholds: [{ role: 'authority', required: -1 }] }) }, [`${alice.did}:malformed`]],
  [
    'a threshold that is text',
    { agreement: activation({ thresholds: [{ role: 'authority', required: '1' }] }) },
    [`${alice.did}:malformed`],
  ],
  ['no thresholds', { agreement: activation({ thresholds: [] }) }, [`${alice.did}:malformed`]],
  [
    'a threshold of another number of parties',
    { agreement: activation({ thresholds: [{ role: 'authority', required: 2, of: 3 }] }) },
    ['role:authority:2/3'],
  ],
  ['a role that nobody has', { agreement: activation({ thresholds: [{ role: 'auditor', required: 1 }] }) }, ['role:auditor:0/1']],
  ['no participants', { agreement: set('participants', []) }, [`${alice.did}:malformed`]],
  [
    'participants other than those of the corridor',
    { agreement: set('participants', [...participants, { id: mallory.did, role: 'observer' }]) },
    ['participants:differ'],
  ],
  ['a corridor that names others', { manifest: set('participants', [alice.did]) }, ['participants:differ']],
  ['a corridor whose participants are no list', { manifest: set('participants', alice.did) }, ['participants:differ']],
  [
    'a participant who is there twice',
    {
      agreement: (subject) =>
        activation({ thresholds: [{ role: 'authority', required: 2 }] })(set('participants', [...participants, participants[0]])(subject)),
    },
    [`${alice.did}:duplicate_party`],
  ],
  [
    'a participant who is there twice instead of another',
    {
      signers: [alice],
      manifest: set('participants', [alice.did]),
      agreement: set('participants', [participants[0], { ...participants[0], name: 'Again' }]),
    },
    sorted(`${alice.did}:duplicate_party`, unmet(1), 'role:authority:1/2'),
  ],
  ['an agreement to another corridor', { agreement: set('corridor_id', 'org.example.other') }, [`${alice.did}:wrong_definition`]],
  [
    'an agreement to another definition',
    { agreement: set('definition_payload_sha256', '0'.repeat(64)) },
    [`${alice.did}:wrong_definition`],
  ],
  [
    'an agreement to a definition by another id',
    { agreement: set('definition_vc_id', 'urn:example:other') },
    [`${alice.did}:wrong_definition`],
  ],
  ['a date that is none', { agreement: activation({ effectiveFrom: '2026-02-30T00:00:00Z' }) }, [`${alice.did}:malformed`]],
  ['a date that is a number', { agreement: activation({ effectiveUntil: 4102444800 }) }, [`${alice.did}:malformed`]],
  ['a date without a time', { envelope: (document) => ({ ...document, expirationDate: '2099-01-01' }) }, [`${alice.did}:malformed`]],
  [
    'no date of issuance in a context of version 1 beside another',
    { envelope: (document) => ({ ...without(document, 'issuanceDate'), '@context': 'urn:example:v2' }) },
    [`${alice.did}:malformed`],
  ],
  ['no date of issuance', { envelope: (document) => without(document, 'issuanceDate') }, [`${alice.did}:malformed`]],
  ['an expiry at this instant', { envelope: (document) => ({ ...document, expirationDate: AT }) }, [`${alice.did}:expired`]],
  [
    'a validity that ended',
    { envelope: (document) => ({ ...document, validUntil: '2026-05-31T23:59:59.999Z' }) },
    [`${alice.did}:expired`],
  ],
  ['an effect that ends at this instant', { agreement: activation({ effectiveUntil: AT }) }, [`${alice.did}:expired`]],
  ['an effect that begins later', { agreement: activation({ effectiveFrom: '2026-06-01T00:00:01Z' }) }, [`${alice.did}:not_yet_effective`]],
  [
    'an effect that begins within the millisecond',
    { agreement: activation({ effectiveFrom: '2026-06-01T00:00:00.0001Z' }) },
    [`${alice.did}:not_yet_effective`],
  ],
  [
    'a credential issued later',
    { envelope: (document) => ({ ...document, issuanceDate: '2026-06-01T02:00:00+01:00' }) },
    [`${alice.did}:not_yet_effective`],
  ],
  ['a credential without an issuer', { envelope: (document) => without(document, 'issuer') }, ['agreement.0.vc.json:malformed']],
  ['a subject that is text', { envelope: (document) => ({ ...document, credentialSubject: 'us' }) }, [`${alice.did}:malformed`]],
  [
    'a party in another role',
    {
      parties: both,
      agreement: (subject, party) => (party === bob ? { ...subject, party: { id: bob.did, role: 'observer' } } : subject),
    },
    [`${bob.did}:wrong_role`],
  ],
  [
    'a party who is no participant',
    { parties: [alice, bob, mallory] },
    sorted(`${mallory.did}:not_anchored`, `${mallory.did}:not_participant`),
  ],
  [
    'a party that is null',
    { parties: both, agreement: (subject, party) => (party === bob ? { ...subject, party: null } : subject) },
    sorted(`${bob.did}:malformed`, unmet(1)),
  ],
];
it.each(cases)('judgeAgreementFile() is blocked by %s', (_what, options, found) => {
  expect(blockersOf(corridor(options))).toEqual([...new Set(found)]);
});
