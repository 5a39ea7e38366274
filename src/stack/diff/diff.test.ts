import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '#core/json/value';
import { diffDocument, diffOutcome, diffSeverity, diffStackLocks } from './diff.ts';

const HEX = (letter: string): string => letter.repeat(64);

const MODULE: JsonObject = {
  module_id: 'm.aml',
  version: '0.1.0',
  variant: 'default',
  params: { tier: 2, deep: { a: 1, b: 2 } },
  module_manifest_sha256: HEX('a'),
  manifest_sha256: HEX('a'),
};

const CORRIDOR: JsonObject = { corridor_id: 'c.one', corridor_manifest_sha256: HEX('1'), trust_anchors_sha256: HEX('2') };

const LAWPACK: JsonObject = {
  jurisdiction_id: 'ex',
  domain: 'civil',
  lawpack_digest_sha256: HEX('b'),
  lawpack_lock_path: 'x/lawpack.lock.json',
};
const OVERLAY: JsonObject = { module_id: 'm.aml', patches: ['p/a.patch'], patches_sha256: [HEX('c')] };

const LOCK: JsonObject = {
  stack_spec_version: '0.4.44',
  generated_at: '2026-01-15T00:00:00Z',
  zone_id: 'z.one',
  profile: { profile_id: 'p.fin', version: '0.4.44' },
  modules: [MODULE, { ...MODULE, module_id: 'm.kyc' }],
  lawpacks: [LAWPACK],
  overlays: [OVERLAY],
  corridors: [CORRIDOR],
};

function changesTo(fields: JsonObject): readonly (readonly JsonValue[])[] {
  return diffStackLocks(LOCK, { ...LOCK, ...fields }).changes.map(({ severity, kind, field, old, new: now }) => [
    severity,
    kind,
    field,
    old,
    now,
  ]);
}

test('diffStackLocks() finds nothing between a lock and itself', () => {
  const diff = diffStackLocks(LOCK, LOCK);
  expect(diff.changes).toEqual([]);
  expect(diffOutcome(diff)).toBe('NO_CHANGES');
  expect(diffSeverity(diff)).toBeNull();
  expect(diff.sections.modules).toEqual({ added: 0, removed: 0, changed: 0, unchanged: 2 });
});

test('diffStackLocks() shows another time of locking, but does not count it as a change', () => {
  const diff = diffStackLocks(LOCK, { ...LOCK, generated_at: '2027-01-15T00:00:00Z' });
  expect(diff.changes).toHaveLength(1);
  expect([diffOutcome(diff), diffSeverity(diff)]).toEqual(['NO_CHANGES', 'info']);
});

test('diffStackLocks() treats a digest and a reference to it as the same', () => {
  const reference = { artifact_type: 'blob', digest_sha256: HEX('2'), uri: 'x' };
  expect(changesTo({ corridors: [{ ...CORRIDOR, trust_anchors_sha256: reference }] })).toEqual([
    ['info', 'REWRITTEN', 'trust_anchors_sha256', HEX('2'), reference],
  ]);
});

test('diffStackLocks() treats both names of the digest of a module as the same', () => {
  const { manifest_sha256: _, ...ours } = MODULE;
  const { module_manifest_sha256: __, ...theirs } = MODULE;
  expect(diffStackLocks({ ...LOCK, modules: [ours] }, { ...LOCK, modules: [theirs] }).changes).toEqual([]);
});

test.each<[string, JsonObject, readonly (readonly JsonValue[])[]]>([
  ['another zone', { zone_id: 'z.two' }, [['critical', 'CHANGED', 'zone_id', 'z.one', 'z.two']]],
  ['another profile', { profile: { profile_id: 'p.x', version: '0.4.44' } }, [['high', 'CHANGED', 'profile.profile_id', 'p.fin', 'p.x']]],
  ['a section that is not known here', { regpacks: [1] }, [['medium', 'ADDED', 'regpacks', null, [1]]]],
  ['a lawpack that is gone', { lawpacks: [] }, [['high', 'REMOVED', null, LAWPACK, null]]],
  [
    'a lawpack that is pinned anew',
    { lawpacks: [{ ...LAWPACK, lawpack_digest_sha256: HEX('d') }] },
    [['high', 'REPINNED', 'lawpack_digest_sha256', HEX('b'), HEX('d')]],
  ],
  [
    'a patch of other bytes',
    { overlays: [{ ...OVERLAY, patches_sha256: [HEX('d')] }] },
    [['high', 'REPINNED', 'patches_sha256', [HEX('c')], [HEX('d')]]],
  ],
  [
    'modules in another order',
    { modules: [{ ...MODULE, module_id: 'm.kyc' }, MODULE] },
    [['low', 'REORDERED', null, ['m.aml', 'm.kyc'], ['m.kyc', 'm.aml']]],
  ],
  ['a corridor that is gone', { corridors: [] }, [['critical', 'REMOVED', null, CORRIDOR, null]]],
])('diffStackLocks() weighs %s', (_, fields, expected) => expect(changesTo(fields)).toEqual(expected));

test('diffStackLocks() names the parameter that changed, even to and from null', () => {
  const [aml, kyc] = LOCK['modules'] as [JsonObject, JsonObject];
  const changed = { ...aml, params: { tier: null, deep: { a: 1 } } };
  expect(changesTo({ modules: [changed, kyc] })).toEqual([
    ['high', 'REMOVED', 'params.deep.b', 2, null],
    ['high', 'CHANGED', 'params.tier', 2, null],
  ]);
  const without = { ...aml, params: { deep: { a: 1 } } };
  expect(diffStackLocks({ ...LOCK, modules: [changed] }, { ...LOCK, modules: [without] }).changes).toMatchObject([
    { kind: 'REMOVED', field: 'params.tier' },
  ]);
});

test.each(['__proto__', 'constructor', 'toString'])('diffStackLocks() treats %s as an ordinary name', (name) => {
  const named = (value: JsonValue): JsonObject => Object.fromEntries([[name, value]]);
  const [aml] = LOCK['modules'] as [JsonObject];
  for (const [old, now, kind, field] of [
    [aml, { ...aml, ...named('x') }, 'ADDED', name],
    [{ ...aml, params: named(1) }, { ...aml, params: {} }, 'REMOVED', `params.${name}`],
    [{ ...aml, ...named('x') }, { ...aml, ...named('y') }, 'CHANGED', name],
  ] as const) {
    const { changes } = diffStackLocks({ ...LOCK, modules: [old] }, { ...LOCK, modules: [now] });
    expect(changes).toMatchObject([{ kind, field, severity: field === name ? 'medium' : 'high' }]);
  }
});

test('diffStackLocks() pairs two overlays of one module by their order', () => {
  const second = { ...OVERLAY, patches: ['p/b.patch'] };
  const diff = diffStackLocks({ ...LOCK, overlays: [OVERLAY, second] }, { ...LOCK, overlays: [OVERLAY] });
  expect(diff.changes).toMatchObject([{ kind: 'REMOVED', id: 'm.aml#2' }]);
});

test('diffStackLocks() sorts by severity and counts every entry once', () => {
  const now = {
    ...LOCK,
    generated_at: '2027-01-15T00:00:00Z',
    modules: [MODULE],
    lawpacks: [LAWPACK, { ...LAWPACK, domain: 'tax' }],
    corridors: [],
  };
  const diff = diffStackLocks(LOCK, now);
  expect(diff.changes.map(({ severity, section, id }) => [severity, section, id])).toEqual([
    ['critical', 'corridors', 'c.one'],
    ['high', 'modules', 'm.kyc'],
    ['high', 'lawpacks', 'ex:tax'],
    ['info', 'document', null],
  ]);
  expect(diff.sections).toEqual({
    modules: { added: 0, removed: 1, changed: 0, unchanged: 1 },
    lawpacks: { added: 1, removed: 0, changed: 0, unchanged: 1 },
    overlays: { added: 0, removed: 0, changed: 0, unchanged: 1 },
    corridors: { added: 0, removed: 1, changed: 0, unchanged: 0 },
  });
});

test('diffDocument() has names, outcome, highest severity and all counts', () => {
  expect(diffDocument(diffStackLocks(LOCK, { ...LOCK, zone_id: 'z.two' }), { old: 'a', new: 'b' })).toEqual({
    version: 'stack-diff.v0',
    outcome: 'CHANGES',
    old: 'a',
    new: 'b',
    severity: 'critical',
    counts: { critical: 1, high: 0, medium: 0, low: 0, info: 0 },
    sections: {
      modules: { added: 0, removed: 0, changed: 0, unchanged: 2 },
      lawpacks: { added: 0, removed: 0, changed: 0, unchanged: 1 },
      overlays: { added: 0, removed: 0, changed: 0, unchanged: 1 },
      corridors: { added: 0, removed: 0, changed: 0, unchanged: 1 },
    },
    changes: [{ severity: 'critical', kind: 'CHANGED', section: 'document', id: null, field: 'zone_id', old: 'z.one', new: 'z.two' }],
  });
});
