import { describe, expect, it } from 'vitest';
import { activation, both, only, set, sorted, threshold, unmet } from '../../../tests/stack/corridor-changes.ts';
import { AT, alice, blockersOf, bob, type CorridorOptions, corridor, mallory, participants } from '../../../tests/stack/signed-corridor.ts';
import { without } from '../credential/payload.ts';

const [first] = participants;
const twice = (subject: Parameters<ReturnType<typeof set>>[0]) => threshold(2)(set('participants', [...participants, first])(subject));

/** By what they say against the party who issued the agreement. */
const OF_THE_ISSUER: Readonly<Record<string, readonly [what: string, options: CorridorOptions][]>> = {
  malformed: [
    ['a commitment of spaces', { agreement: set('commitment', '  ') }],
    ['a commitment that is empty', { agreement: set('commitment', '') }],
    ['no commitments that are accepted', { agreement: activation({ accept_commitments: [] }) }],
    ['a threshold of none', { agreement: threshold(0) }],
    ['a negative threshold', { agreement: threshold(-1) }],
    ['a threshold that is text', { agreement: threshold('1') }],
    ['no thresholds', { agreement: activation({ thresholds: [] }) }],
    ['no participants', { agreement: set('participants', []) }],
    ['a date that is none', { agreement: activation({ effectiveFrom: '2026-02-30T00:00:00Z' }) }],
    ['a date that is a number', { agreement: activation({ effectiveUntil: 4102444800 }) }],
    ['a date without a time', { envelope: set('expirationDate', '2099-01-01') }],
    [
      'no date of issuance in a context of version 1 beside another',
      { envelope: (document) => ({ ...without(document, 'issuanceDate'), '@context': 'urn:example:v2' }) },
    ],
    ['no date of issuance', { envelope: (document) => without(document, 'issuanceDate') }],
    ['a subject that is text', { envelope: set('credentialSubject', 'us') }],
  ],
  duplicate_party: [['a participant who is there twice', { agreement: twice }]],
  wrong_definition: [
    ['an agreement to another corridor', { agreement: set('corridor_id', 'org.example.other') }],
    ['an agreement to another definition', { agreement: set('definition_payload_sha256', '0'.repeat(64)) }],
    ['an agreement to a definition by another id', { agreement: set('definition_vc_id', 'urn:example:other') }],
    ['an agreement to a definition by an id that it does not have', { definition: (document) => without(document, 'id') }],
  ],
  expired: [
    ['an expiry at this instant', { envelope: set('expirationDate', AT) }],
    ['a validity that ended', { envelope: set('validUntil', '2026-05-31T23:59:59.999Z') }],
    ['an effect that ends at this instant', { agreement: activation({ effectiveUntil: AT }) }],
  ],
  not_yet_effective: [
    ['an effect that begins later', { agreement: activation({ effectiveFrom: '2026-06-01T00:00:01Z' }) }],
    ['an effect that begins within the millisecond', { agreement: activation({ effectiveFrom: '2026-06-01T00:00:00.0001Z' }) }],
    ['a credential issued later', { envelope: set('issuanceDate', '2026-06-01T02:00:00+01:00') }],
  ],
};

describe.each(Object.entries(OF_THE_ISSUER))('judgeAgreementFile() finds its issuer %s by', (reason, cases) => {
  it.each(cases)('%s', (_what, options) => expect(blockersOf(corridor(options))).toEqual([`${alice.did}:${reason}`]));
});

const words = (word: string) => sorted(`${alice.did}:${word}`, `${bob.did}:${word}`, unmet(0));
const cases: readonly [what: string, options: CorridorOptions, found: readonly string[]][] = [
  ['a word that is not accepted', { agreement: set('commitment', ' Withdraw ') }, words('withdraw')],
  ['a commitment in letters that look alike', { agreement: set('commitment', 'аgree') }, words('аgree')],
  ['a threshold of another number of parties', { agreement: threshold(2, { of: 3 }) }, ['role:authority:2/3']],
  ['a role that nobody has', { agreement: threshold(1, { role: 'auditor' }) }, ['role:auditor:0/1']],
  [
    'participants other than those of the corridor',
    { agreement: set('participants', [...participants, { id: mallory.did, role: 'observer' }]) },
    ['participants:differ'],
  ],
  ['a corridor that names others', { manifest: set('participants', [alice.did]) }, ['participants:differ']],
  ['a corridor whose participants are no list', { manifest: set('participants', alice.did) }, ['participants:differ']],
  [
    'a participant who is there twice instead of another',
    {
      signers: [alice],
      manifest: set('participants', [alice.did]),
      agreement: set('participants', [first, { ...first, name: 'Again' }]),
    },
    sorted(`${alice.did}:duplicate_party`, unmet(1)),
  ],
  ['a credential without an issuer', { envelope: (document) => without(document, 'issuer') }, ['agreement.0.vc.json:malformed']],
  [
    'a party in another role',
    { parties: both, agreement: only(bob, set('party', { id: bob.did, role: 'observer' })) },
    [`${bob.did}:wrong_role`],
  ],
  [
    'a party who is no participant',
    { parties: [...both, mallory] },
    ['not_anchored', 'not_participant'].map((why) => `${mallory.did}:${why}`),
  ],
  ['a party that is null', { parties: both, agreement: only(bob, set('party', null)) }, sorted(`${bob.did}:malformed`, unmet(1))],
];
it.each(cases)('judgeAgreementFile() is blocked by %s', (_what, options, found) => expect(blockersOf(corridor(options))).toEqual(found));
