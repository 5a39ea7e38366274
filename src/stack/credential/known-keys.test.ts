import { expect, it } from 'vitest';
import type { JsonValue } from '#core/json/value';
import { readCorridor } from '../inputs/corridor.ts';
import type { Shaped } from '../inputs/facts.ts';
import { readKeyRotation } from '../inputs/key-rotation.ts';
import { readModule } from '../inputs/module.ts';
import { readProfile } from '../inputs/profile.ts';
import { readTrustAnchors } from '../inputs/trust-anchors.ts';
import { readZone } from '../inputs/zone.ts';
import { CORRIDOR_KEYS, looksLike, MODULE_KEYS, PROFILE_KEYS, unusedKeys, ZONE_KEYS } from './known-keys.ts';

it.each([
  ['param_overrides', 'params_overrides'],
  ['particpants', 'participants'],
  ['partcipiants', 'participants'],
  ['agreement_vc_paths', 'agreement_vc_path'],
  ['agreementVcPath', 'agreement_vc_path'],
  ['AGREEMENT-VC-PATH', 'agreement_vc_path'],
  ['lawpack_domain', 'lawpack_domains'],
  ['corridor', 'corridors'],
  ['profiel', 'profile'],
  ['kidn', 'kind'],
  ['paht', 'path'],
  ['p\u0430rticipants', 'participants'],
  ['participants ', 'participants'],
  ['URI', 'uri'],
])('looksLike() %s is similar to %s', (name, known) => expect(looksLike(name, known)).toBe(true));

it.each([
  ['id', 'uri'],
  ['url', 'uri'],
  ['kin', 'kind'],
  ['tags', 'type'],
  ['path', 'name'],
  ['regpacks', 'regpack_domains'],
  ['zone_type', 'zone_id'],
  ['profile_name', 'profile_id'],
  ['dependencies', 'depends_on'],
  ['key_management', 'key_rotation_policy'],
  ['parameters', 'params'],
  ['definition_vc_id', 'definition_vc_path'],
  ['', 'kind'],
])('looksLike() %s is not similar to %s', (name, known) => expect(looksLike(name, known)).toBe(false));

const cases: readonly [name: string, read: (value: JsonValue) => Shaped<unknown>, value: JsonValue, at: string, meant: string][] = [
  ['a zone', readZone, { param_overrides: {} }, 'param_overrides', 'params_overrides'],
  ['the profile of a zone', readZone, { profile: { verison: '1' } }, 'profile.verison', 'version'],
  ['an overlay', readZone, { overlays: [{ patch: [] }, { pathces: [] }] }, 'overlays[1].pathces', 'patches'],
  ['a profile', readProfile, { module: [] }, 'module', 'modules'],
  ['a module of a profile', readProfile, { modules: [{ parms: {} }] }, 'modules[0].parms', 'params'],
  ['a module', readModule, { depend_on: [] }, 'depend_on', 'depends_on'],
  ['a parameter', readModule, { parameters: { type: { require: true } } }, 'parameters.type.require', 'required'],
  ['a dependency', readModule, { depends_on: [{ constraints: '>=1' }] }, 'depends_on[0].constraints', 'constraint'],
  ['a corridor', readCorridor, { particpants: [] }, 'particpants', 'participants'],
  [
    'trust anchors',
    readTrustAnchors,
    { trust_anchors: [{ allowed_attestation: [] }] },
    'trust_anchors[0].allowed_attestation',
    'allowed_attestations',
  ],
  ['a key rotation', readKeyRotation, { policy: { grace_day: 1 } }, 'policy.grace_day', 'grace_days'],
];
it.each(cases)('requireKnownKeys() refuses a misspelt key of %s, and names both', (_name, read, value, at, meant) => {
  const result = read(value);
  const faults = result.ok ? [] : result.faults;
  expect(faults).toContainEqual({ at, message: `unknown key, did you mean ${meant}` });
});

it('requireKnownKeys() ignores names that are free to choose', () => {
  const parameters = { versoin: { type: 'string' }, kidn: { type: 'string' } };
  expect(readModule({ module_id: 'a', version: '1.0.0', parameters })).toMatchObject({ ok: true });
});

it('unusedKeys() returns the paths of all unknown keys', () => {
  expect(unusedKeys({ zone_id: 'a', national_adapters: {}, profile: { title: 'x' }, overlays: [{ why: 'x' }] }, ZONE_KEYS)).toEqual([
    'national_adapters',
    'profile.title',
    'overlays[0].why',
  ]);
  expect(unusedKeys({ profile_id: 'a', composition: [], modules: [{ id: 'x' }] }, PROFILE_KEYS)).toEqual(['composition', 'modules[0].id']);
  expect(unusedKeys({ dependencies: [], parameters: { a: { type: 'string', unit: 'm' } } }, MODULE_KEYS)).toEqual([
    'dependencies',
    'parameters.a.unit',
  ]);
  expect(unusedKeys({ settlement: { anything: 1 }, state_channel: { genesis_root: '' } }, CORRIDOR_KEYS)).toEqual([]);
});

it('unusedKeys() returns nothing for a value of another type', () => {
  for (const value of [null, 'zone', [], { overlays: 'x', profile: [] }] as const) expect(unusedKeys(value, ZONE_KEYS)).toEqual([]);
});
