import { expect, it } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { both, only, set, threshold } from '../../../tests/stack/corridor-changes.ts';
import { alice, blockersOf, bob, type CorridorOptions, corridor, judged, participants } from '../../../tests/stack/signed-corridor.ts';
import { without } from '../credential/payload.ts';

const cases: readonly [what: string, options: CorridorOptions, found: readonly string[]][] = [
  ['two words of one party', { parties: [alice, bob, bob] }, [`${bob.did}:duplicate_party`]],
  ['a file that is listed twice', { parties: both, listed: [0, 1, 0] }, [`${alice.did}:duplicate_party`]],
  ['one file for all that is listed twice', { listed: [0, 0] }, [`${alice.did}:duplicate_party`]],
  ['terms that differ', { parties: both, agreement: only(bob, set('terms', 'mine')) }, ['agreement:differ:terms']],
  ['thresholds that differ', { parties: both, agreement: only(bob, threshold(1)) }, ['agreement:differ:activation']],
  [
    'participants that differ between files',
    { parties: both, agreement: only(bob, set('participants', [...participants].reverse())) },
    ['participants:differ'],
  ],
  [
    'one who withdraws though enough have signed',
    { parties: both, agreement: (subject, party) => threshold(1)(only(bob, set('commitment', 'WITHDRAW'))(subject, party)) },
    [`${bob.did}:withdraw`],
  ],
];
const others: readonly [field: string, one: JsonObject, two: JsonObject][] = [
  ['state_channel', { state_channel: { watcher_quorum: { required: 1 } } }, { state_channel: { watcher_quorum: { required: 2 } } }],
  ['version', { version: '1' }, { version: '1.0' }],
  ['maintainer', { maintainer: 'a' }, {}],
  ['terms', { terms: { a: '1' } }, { terms: { a: 1 } }],
  ['terms', { terms: { a: ['1'] } }, { terms: { a: '1' } }],
  ['terms', { terms: { a: {} } }, { terms: { A: {} } }],
  ['terms', { terms: '\u00e9' }, { terms: 'e\u0301' }],
  ['terms', { terms: 'x' }, { terms: 'x ' }],
];
it.each(others)('judgeAgreementFiles() is blocked by a %s that only one of the parties signed so', (field, one, two) => {
  const agreement = (subject: JsonObject, party: unknown) => ({ ...subject, ...(party === bob ? two : one) });
  expect(blockersOf(corridor({ parties: both, agreement }))).toEqual([`agreement:differ:${field}`]);
});

it('judgeAgreementFiles() is blocked if one file names the definition by its id and another does not', () => {
  const agreement = only(bob, (subject) => without(subject, 'definition_vc_id'));
  expect(blockersOf(corridor({ parties: both, agreement }))).toEqual(['agreement:differ:definition_vc_id']);
});

it('judgeAgreementFiles() is blocked if one file has extra fields beside the digest of the definition', () => {
  const agreement = only(bob, (subject) => {
    const digest_sha256 = subject['definition_payload_sha256'] as string;
    return { ...subject, definition_payload_sha256: { artifact_type: 'vc', digest_sha256, notes: 'with the annex' } };
  });
  expect(blockersOf(corridor({ parties: both, agreement }))).toEqual(['agreement:differ:definition_payload_sha256']);
});

it.each(['@context', 'type'])('judgeAgreementFiles() is blocked by another %s, by which the same words mean something else', (name) => {
  const envelope = only(bob, (document) => ({ ...document, [name]: [...(document[name] as readonly string[]), 'urn:example:other'] }));
  expect(blockersOf(corridor({ parties: both, envelope }))).toEqual([`agreement:differ:${name}`]);
});

it('judgeAgreementFiles() ignores the order of keys, and the fields of each party', () => {
  const agreement = (subject: JsonObject, party: unknown) => {
    if (party !== bob) return { ...subject, terms: { a: 1, b: 2 } };
    const turned = Object.fromEntries(Object.entries({ ...subject, terms: { b: 2, a: 1 } }).reverse());
    return { ...turned, party_terms: 'mine', commitment: ' Agree' };
  };
  const facts = corridor({ parties: both, agreement });
  expect(blockersOf(facts)).toEqual([]);
  expect(judged(facts).checks.find(({ kind }) => kind === 'agreement')?.words).toBe(
    'the same subject, @context and type as in corridors/one/agreement.0.vc.json, apart from party, party_terms and commitment',
  );
});

it.each(cases)('judgeAgreementFiles() is blocked by %s', (_what, options, found) =>
  expect(blockersOf(corridor(options))).toEqual([...new Set(found)]),
);

it('judgeAgreementFiles() counts no party one of whose files has a commitment that is not accepted', () => {
  let files = 0;
  const agreement = (subject: JsonObject, party: unknown) =>
    party === bob && files++ === 1 ? { ...subject, commitment: 'withdraw' } : subject;
  const { parties, thresholds } = judged(corridor({ parties: [alice, bob, bob], agreement }));
  expect(parties.find(({ id }) => id === bob.did)).toMatchObject({ hasSigned: true, commitment: 'agree, withdraw', counts: false });
  expect(thresholds.map(({ signed, isMet }) => [signed, isMet])).toEqual([[1, false]]);
});

it('judgeAgreementFiles() is blocked by two files for all that commit to different things', () => {
  const forAll = (commitment: string) => (subject: JsonObject, party: unknown) => {
    return { ...without(without(subject, 'party'), 'party_terms'), commitment: party === bob ? commitment : 'agree' };
  };
  expect(blockersOf(corridor({ parties: both, agreement: forAll('withdraw') }))).toContain('agreement:differ:commitment');
  expect(blockersOf(corridor({ parties: both, agreement: forAll(' Agree') }))).not.toContain('agreement:differ:commitment');
});
