import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/json/value';
import { activation, both, inSubject, set, threshold } from '../../../tests/stack/corridor-changes.ts';
import { alice, blockersOf, type CorridorOptions, corridor, judged, participants } from '../../../tests/stack/signed-corridor.ts';

const first = (value: JsonValue, more: JsonObject): JsonValue => {
  const [head, ...rest] = value as readonly JsonObject[];
  return [{ ...(head as JsonObject), ...more }, ...rest];
};

describe('an agreement with an unknown field', () => {
  const cases: readonly [place: string, options: CorridorOptions][] = [
    ['credentialSubject.artifact_sha256', { agreement: set('artifact_sha256', '1'.repeat(64)) }],
    ['credentialSubject.price_eur', { agreement: set('price_eur', 1) }],
    ['credentialSubject.Terms', { agreement: set('Terms', 'others') }],
    ['credentialSubject.terms ', { agreement: set('terms ', 'others') }],
    ['credentialSubject.__proto__', { agreement: (subject) => Object.assign(JSON.parse('{"__proto__":{"a":1}}'), subject) }],
    ['credentialSubject.constructor', { agreement: set('constructor', {}) }],
    ['credentialSubject.activation.effective_until', { agreement: activation({ effective_until: '2026-01-10T00:00:00Z' }) }],
    ['credentialSubject.activation.effectiveUntill', { agreement: activation({ effectiveUntill: '2026-01-10T00:00:00Z' }) }],
    ['credentialSubject.activation.thresholds[0].requires', { agreement: threshold(2, { requires: 3 }) }],
    ['credentialSubject.participants[0].weight', { agreement: set('participants', first(participants, { weight: 2 })) }],
    ['credentialSubject.state_channel.enabled', { agreement: set('state_channel', { enabled: true }) }],
    ['credentialSubject.state_channel.watcher_quorum.off', { agreement: set('state_channel', { watcher_quorum: { off: 1 } }) }],
    ['credentialSubject.pinned_lawpacks[0].digest', { agreement: set('pinned_lawpacks', [{ digest: 'x' }]) }],
    ['termsOfUse', { envelope: set('termsOfUse', [{ type: 'Policy' }]) }],
    ['expirationdate', { envelope: set('expirationdate', '2026-01-10T00:00:00Z') }],
    ['credentialsubject', { envelope: set('credentialsubject', {}) }],
  ];
  it.each(cases)('is malformed by %s, as one for all and as one of a party', (place, options) => {
    for (const parties of [undefined, both]) {
      const facts = corridor({ ...options, ...(parties === undefined ? {} : { parties }) });
      expect(blockersOf(facts)).toContain(`${alice.did}:malformed`);
      const malformed = judged(facts).checks.find(({ blocker }) => blocker === `${alice.did}:malformed`);
      expect(malformed?.words).toContain(`${place}: unknown field`);
    }
  });

  const kinds: readonly [what: string, change: (subject: JsonObject) => JsonObject][] = [
    ['terms that are a list', set('terms', ['a'])],
    ['terms of a party that are a number', set('party_terms', 1)],
    ['a state channel that is a text', set('state_channel', 'none')],
    ['a version that is a number', set('version', 2)],
    ['metadata that are a text', set('participants', first(participants, { metadata: 'x' }))],
    ['accepted commitments that are a text', activation({ accept_commitments: 'agree' })],
    ['thresholds that are no list', activation({ thresholds: { role: 'authority', required: 1 } })],
  ];
  it.each(kinds)('or by %s', (_what, agreement) => expect(blockersOf(corridor({ agreement }))).toEqual([`${alice.did}:malformed`]));

  it('is malformed if the issuer has more than its name', () => {
    const issuer = { id: alice.did, name: 'Alice', acting_for: 'somebody' };
    expect(blockersOf(corridor({ envelope: set('issuer', issuer) }))).toEqual([`${alice.did}:malformed`]);
    expect(blockersOf(corridor({ envelope: set('issuer', { id: alice.did, name: 'Alice' }) }))).toEqual([]);
  });
});

const cases: readonly [place: string, change: (document: JsonObject) => JsonObject][] = [
  ['credentialSubject.rulesets', inSubject(set('rulesets', []))],
  ['credentialSubject.lawpack_compatability', inSubject(set('lawpack_compatability', { required_domains: ['civil'] }))],
  ['credentialSubject.lawpack_compatibility.required', inSubject(set('lawpack_compatibility', { required: ['civil'] }))],
  [
    'credentialSubject.artifacts.agreement',
    inSubject((subject) => ({ ...subject, artifacts: { ...(subject['artifacts'] as JsonObject), agreement: {} } })),
  ],
  ['validuntil', set('validuntil', '2026-01-10T00:00:00Z')],
];
it.each(cases)('a definition with an unknown field is malformed by %s', (place, definition) => {
  const facts = corridor({ definition });
  expect(blockersOf(facts)).toEqual(['definition:malformed']);
  expect(judged(facts).checks.find(({ blocker }) => blocker === 'definition:malformed')?.words).toContain(`${place}: unknown field`);
});

it('a definition with an unknown field is malformed if a bound file has more than a path and a digest', () => {
  const bind = (more: JsonObject) => (subject: JsonObject) => {
    const artifacts = subject['artifacts'] as JsonObject;
    return { ...subject, artifacts: { ...artifacts, trust_anchors: { ...(artifacts['trust_anchors'] as JsonObject), ...more } } };
  };
  expect(blockersOf(corridor({ definition: inSubject(bind({ sha512: 'x' })) }))).toEqual(['definition:malformed']);
  expect(blockersOf(corridor({ definition: inSubject(bind({ artifact_type: 5 })) }))).toEqual(['definition:malformed']);
});
