import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '#core/json/value';
import { claimsOf } from './claims.ts';
import { type Answer, judgeClaims } from './verify.ts';

const HEX = (letter: string): string => letter.repeat(64);
const TREE = { isWhole: () => true, otherwise: '' };

const LOCK: JsonObject = {
  stack_spec_version: '0.4.44',
  generated_at: '2026-01-15T00:00:00Z',
  zone_id: 'z.one',
  profile: { profile_id: 'p.fin', version: '0.4.44' },
  modules: [
    {
      module_id: 'm.a',
      version: '0.1.0',
      variant: 'default',
      params: { tier: 2 },
      module_manifest_sha256: HEX('a'),
      manifest_sha256: HEX('a'),
    },
    { module_id: 'm.b', version: '0.1.0', variant: 'default', params: {}, module_manifest_sha256: HEX('b'), manifest_sha256: HEX('b') },
  ],
  lawpacks: [{ jurisdiction_id: 'ex', domain: 'civil', lawpack_digest_sha256: HEX('c'), lawpack_artifact_path: 'a.zip' }],
  overlays: [{ module_id: 'm.a', patches: ['x.patch', 'y.patch'], patches_sha256: [HEX('1'), HEX('2')] }],
  corridors: [
    {
      corridor_id: 'c.one',
      corridor_manifest_sha256: HEX('3'),
      corridor_agreement_vc_sha256: [HEX('4'), HEX('5')],
      corridor_agreement_payload_sha256_by_path: { 'a.vc.json': HEX('6') },
      corridor_activated: true,
      corridor_activation_blockers: [],
    },
  ],
};

/** The answers of a re-derived lock. */
function answersOf(document: JsonObject, change: (answer: Answer) => Answer = (answer) => answer): readonly Answer[] {
  return claimsOf(document).map(({ value, ...claim }) =>
    change({ ...claim, file: `${claim.id}/${claim.field}`, result: { tag: 'found', value } }),
  );
}

function withCorridor(fields: JsonObject): JsonObject {
  const [corridor] = LOCK['corridors'] as [JsonObject];
  return { ...LOCK, corridors: [{ ...corridor, ...fields }] };
}

function findingsOf(found: JsonObject): readonly (readonly JsonValue[])[] {
  return judgeClaims(claimsOf(LOCK), answersOf(found), TREE).findings.map(({ kind, id, field, expected, actual }) => [
    kind,
    id,
    field,
    expected,
    actual,
  ]);
}

test('judgeClaims() verifies every claim of a lock that equals the re-derived one, except its time', () => {
  const { verified, findings, notChecked } = judgeClaims(claimsOf(LOCK), answersOf(LOCK), TREE);
  expect(findings).toEqual([]);
  expect(notChecked.map(({ field }) => field)).toEqual(['generated_at']);
  expect(verified).toHaveLength(claimsOf(LOCK).length - 1);
});

test('judgeClaims() puts every claim into exactly one list, whatever the findings', () => {
  for (const answers of [[], answersOf(LOCK).slice(7), answersOf(withCorridor({ corridor_activated: false }))]) {
    for (const isWhole of [true, false]) {
      const { verified, findings, notChecked } = judgeClaims(claimsOf(LOCK), answers, { isWhole: () => isWhole, otherwise: 'no' });
      const onClaims = findings.filter(({ kind }) => kind !== 'UNPINNED');
      const keys = [...verified, ...onClaims, ...notChecked].map(({ section, id, field }) => `${section} ${id} ${field}`);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).toHaveLength(claimsOf(LOCK).length);
    }
  }
});

test.each<[string, JsonObject, readonly (readonly JsonValue[])[]]>([
  [
    'a file of other bytes',
    withCorridor({ corridor_manifest_sha256: HEX('9') }),
    [['CHANGED', 'c.one', 'corridor_manifest_sha256', HEX('3'), HEX('9')]],
  ],
  [
    'the second of two agreements',
    withCorridor({ corridor_agreement_vc_sha256: [HEX('4'), HEX('9')] }),
    [['CHANGED', 'c.one', 'corridor_agreement_vc_sha256[1]', HEX('5'), HEX('9')]],
  ],
  ['a corridor that is not active', withCorridor({ corridor_activated: false }), [['DIFFERS', 'c.one', 'corridor_activated', true, false]]],
  [
    'a payload under another path',
    withCorridor({ corridor_agreement_payload_sha256_by_path: { 'b.vc.json': HEX('6') } }),
    [
      ['MISSING', 'c.one', 'corridor_agreement_payload_sha256_by_path.a.vc.json', HEX('6'), null],
      ['UNPINNED', 'c.one', 'corridor_agreement_payload_sha256_by_path.b.vc.json', null, HEX('6')],
    ],
  ],
  [
    'an overlay that lost a patch',
    { ...LOCK, overlays: [{ module_id: 'm.a', patches: ['x.patch'], patches_sha256: [HEX('1')] }] },
    [
      ['MISSING', 'm.a', 'patches[1]', 'y.patch', null],
      ['MISSING', 'm.a', 'patches_sha256[1]', HEX('2'), null],
    ],
  ],
  [
    'modules in another order',
    { ...LOCK, modules: [...(LOCK['modules'] as readonly JsonValue[])].reverse() },
    [['DIFFERS', null, 'order', ['m.a', 'm.b'], ['m.b', 'm.a']]],
  ],
  ['another profile', { ...LOCK, profile: { profile_id: 'p.fin', version: '1' } }, [['DIFFERS', null, 'profile.version', '0.4.44', '1']]],
])('judgeClaims() finds %s', (_, found, expected) => expect(findingsOf(found)).toEqual(expected));

test('judgeClaims() reports an overlay without patches that only one side has', () => {
  const bare = { ...LOCK, overlays: [{ module_id: 'm.x', patches: [], patches_sha256: [] }] };
  const none = { ...LOCK, overlays: [] };
  expect(judgeClaims(claimsOf(bare), answersOf(none), TREE).findings).toMatchObject([
    { kind: 'MISSING', field: 'order', expected: ['m.x'] },
  ]);
  expect(judgeClaims(claimsOf(none), answersOf(bare), TREE).findings).toMatchObject([
    { kind: 'UNPINNED', field: 'order', actual: ['m.x'] },
  ]);
});

test('judgeClaims() compares only the digest of a reference', () => {
  const reference = { artifact_type: 'blob', digest_sha256: HEX('3'), uri: 'elsewhere' };
  expect(judgeClaims(claimsOf(withCorridor({ corridor_manifest_sha256: reference })), answersOf(LOCK), TREE).findings).toEqual([]);
  const other = { ...reference, digest_sha256: HEX('9') };
  expect(judgeClaims(claimsOf(withCorridor({ corridor_manifest_sha256: other })), answersOf(LOCK), TREE).findings).toMatchObject([
    { kind: 'CHANGED', expected: HEX('9'), actual: HEX('3') },
  ]);
});

test('judgeClaims() does not treat a text as the list it looks like', () =>
  expect(findingsOf(withCorridor({ corridor_activation_blockers: '[]' }))).toHaveLength(1));

test('judgeClaims() lists unknown fields as not checked, never as verified', () => {
  const lock = { ...withCorridor({ corridor_notes: 'x' }), regpacks: [], constructor: 'x' };
  const { findings, notChecked } = judgeClaims(claimsOf(lock), answersOf(LOCK), TREE);
  expect(findings).toEqual([]);
  expect(notChecked.map(({ field }) => field).sort()).toEqual(['constructor', 'corridor_notes', 'generated_at', 'regpacks']);
  for (const { reason } of notChecked) expect(reason).toBeTypeOf('string');
});

test('judgeClaims() accepts an alternative value', () => {
  const elsewhere = {
    ...LOCK,
    lawpacks: [{ jurisdiction_id: 'ex', domain: 'civil', lawpack_digest_sha256: HEX('c'), lawpack_artifact_path: 'b.zip' }],
  };
  const fitting = answersOf(elsewhere, (answer) =>
    answer.field === 'lawpack_artifact_path' ? { ...answer, result: { tag: 'found', value: 'b.zip', alsoFits: ['a.zip'] } } : answer,
  );
  expect(judgeClaims(claimsOf(LOCK), fitting, TREE).findings).toEqual([]);
  expect(judgeClaims(claimsOf(LOCK), answersOf(elsewhere), TREE).findings).toHaveLength(1);
});

test('judgeClaims() distinguishes missing and unreadable files, with the file and the reason', () => {
  const answers = answersOf(LOCK, (answer) => {
    if (answer.field === 'corridor_manifest_sha256') return { ...answer, result: { tag: 'missing', reason: 'gone' } };
    return answer.field === 'patches_sha256[0]' ? { ...answer, result: { tag: 'unreadable', reason: 'a link' } } : answer;
  });
  expect(judgeClaims(claimsOf(LOCK), answers, TREE).findings).toMatchObject([
    { kind: 'MISSING', file: 'c.one/corridor_manifest_sha256', expected: HEX('3'), actual: null, reason: 'gone' },
    { kind: 'UNREADABLE', file: 'm.a/patches_sha256[0]', expected: HEX('1'), actual: null, reason: 'a link' },
  ]);
});

test('judgeClaims() lists claims without an answer as not checked if the evidence is incomplete', () => {
  const { findings, notChecked } = judgeClaims(claimsOf(LOCK), [], { isWhole: () => false, otherwise: 'not in the store' });
  expect(findings).toEqual([]);
  expect(notChecked.filter(({ reason }) => reason === 'not in the store')).toHaveLength(claimsOf(LOCK).length - 1);
});

test('judgeClaims() compares a complete entry fully, even if another entry is incomplete', () => {
  const answers = answersOf(withCorridor({ corridor_agreement_set_sha256: HEX('8') })).filter(
    ({ section, field }) => section === 'corridors' && field !== 'corridor_activated',
  );
  const completeness = { isWhole: ({ section }: { section: string }) => section === 'corridors', otherwise: 'no' };
  expect(judgeClaims(claimsOf(LOCK), answers, completeness).findings).toMatchObject([
    { kind: 'MISSING', field: 'corridor_activated' },
    { kind: 'UNPINNED', field: 'corridor_agreement_set_sha256' },
  ]);
});

test('judgeClaims() accepts missing empty blockers, which the original leaves out', () => {
  const [{ corridor_activation_blockers: _, ...corridor }] = LOCK['corridors'] as [JsonObject];
  const lock = claimsOf({ ...LOCK, corridors: [corridor] });
  expect(judgeClaims(lock, answersOf(LOCK), TREE).findings).toEqual([]);
  expect(judgeClaims(lock, answersOf(withCorridor({ corridor_activation_blockers: ['x'] })), TREE).findings).toMatchObject([
    { kind: 'UNPINNED', actual: ['x'] },
  ]);
});

test('judgeClaims() reports a contradiction even if the claim itself matches', () => {
  const answers = answersOf(LOCK, (answer) =>
    answer.field === 'lawpack_digest_sha256'
      ? { ...answer, result: { tag: 'contradicted', expected: 'e', actual: 'a', reason: 'archive differs' } }
      : answer,
  );
  expect(judgeClaims(claimsOf(LOCK), answers, TREE).findings).toMatchObject([
    { kind: 'CHANGED', field: 'lawpack_digest_sha256', expected: 'e', actual: 'a', reason: 'archive differs' },
  ]);
});

test('judgeClaims() distinguishes ids and fields that would be equal when joined', () => {
  const claims = [
    { section: 'modules', id: 'a b', field: 'c', value: 1 },
    { section: 'modules', id: 'a', field: 'b c', value: 2 },
    { section: 'modules', id: 'a" b', field: 'c', value: 3 },
    { section: 'modules', id: 'a', field: 'b" c', value: 4 },
    { section: 'modules', id: 'a\0b', field: 'c', value: 5 },
    { section: 'modules', id: 'a', field: 'b\0c', value: 6 },
    { section: 'modules', id: 'null', field: 'order', value: 7 },
    { section: 'modules', id: null, field: 'order', value: 8 },
  ] as const;
  const answers = claims.map(({ value, ...claim }) => ({ ...claim, file: null, result: { tag: 'found', value } as const }));
  expect(judgeClaims(claims, answers, TREE).verified).toHaveLength(claims.length);
});
