import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/json/value';
import { both, inSubject, set } from '../../../tests/stack/corridor-changes.ts';
import { AT, blockersOf, bob, type CorridorOptions, corridor, judgingAt } from '../../../tests/stack/signed-corridor.ts';

const digest = '1'.repeat(64);
const pin = (value: JsonValue = digest, domain = 'civil') => ({ jurisdiction_id: 'ex', domain, lawpack_digest_sha256: value });
const pinned = (...pins: readonly JsonObject[]) => set('pinned_lawpacks', pins);
const compatible = (clause: JsonObject) => inSubject(set('lawpack_compatibility', clause));
const allowed = (...digests: readonly JsonValue[]): JsonObject => ({
  allowed: [{ jurisdiction_id: 'ex', domain: 'civil', digests_sha256: digests }],
});
const reference = { artifact_type: 'lawpack', digest_sha256: digest };
const locked = judgingAt(AT, [{ jurisdiction_id: 'ex', domain: 'civil', lawpack_digest_sha256: reference }]);

it('lawpackChecks() is active if every pin is compatible', () => {
  expect(blockersOf(corridor({ agreement: pinned(pin()), parties: both }), locked)).toEqual([]);
  const definition = compatible({ required_domains: ['civil'], ...allowed(reference) });
  expect(blockersOf(corridor({ agreement: pinned(pin(reference)), parties: both, definition }), locked)).toEqual([]);
});

const cases: readonly [what: string, options: CorridorOptions][] = [
  ['a pin other than the lock has', { agreement: pinned(pin('2'.repeat(64))) }],
  ['a pin that is of another artifact', { agreement: pinned(pin({ artifact_type: 'blob', digest_sha256: digest })) }],
  ['a pin that is no digest', { agreement: pinned(pin('MISSING')) }],
  ['a pin that is not on the list', { agreement: pinned(pin()), definition: compatible(allowed('3'.repeat(64))) }],
  [
    'a list that allows another kind of artifact',
    { agreement: pinned(pin()), definition: compatible(allowed({ artifact_type: 'blob', digest_sha256: digest })) },
  ],
  [
    'a list of another domain',
    { agreement: pinned(pin()), definition: compatible({ allowed: [{ jurisdiction_id: 'ex', domain: 'tax', digests_sha256: [digest] }] }) },
  ],
];
it.each(cases)('lawpackChecks() is blocked by %s', (_what, options) => {
  expect(blockersOf(corridor({ parties: both, ...options }), locked)).toEqual(['lawpack:ex:civil']);
  expect(blockersOf(corridor(options), locked)).toEqual(['lawpack:ex:civil']);
});

it('lawpackChecks() is blocked by a party that does not pin a required domain', () => {
  const definition = compatible({ required_domains: ['civil', 'tax'] });
  const agreement = (subject: JsonObject, party: unknown) => (party === bob ? subject : pinned(pin(), pin(digest, 'tax'))(subject));
  expect(blockersOf(corridor({ parties: both, definition, agreement }), judgingAt())).toEqual([
    'agreement:differ:pinned_lawpacks',
    `lawpack:${bob.did}:civil`,
    `lawpack:${bob.did}:tax`,
  ]);
});

it('lawpackChecks() is blocked by parties that pin different versions of one law', () => {
  const agreement = (subject: JsonObject, party: unknown) => pinned(pin(party === bob ? '2'.repeat(64) : digest))(subject);
  expect(blockersOf(corridor({ parties: both, agreement }))).toEqual(['agreement:differ:pinned_lawpacks', 'lawpack:ex:civil']);
});

it('lawpackChecks() is blocked by a compatibility clause that cannot be read', () =>
  expect(blockersOf(corridor({ definition: compatible({ required_domains: 'civil' }) }))).toEqual(['definition:malformed']));
