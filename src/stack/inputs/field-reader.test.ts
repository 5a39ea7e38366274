import { describe, expect, it } from 'vitest';
import { Float, type JsonValue } from '#core/json/value';
import { readLawpackLock } from '../lawpack/lawpack-lock.ts';
import { readCorridor } from './corridor.ts';
import type { Shaped } from './facts.ts';
import { readKeyRotation } from './key-rotation.ts';
import { readModule } from './module.ts';
import { readProfile } from './profile.ts';
import { readTrustAnchors } from './trust-anchors.ts';
import { readZone } from './zone.ts';

function faultsOf(shaped: Shaped<unknown>): readonly string[] {
  return shaped.ok ? [] : shaped.faults.map(({ at, message }) => `${at}: ${message}`);
}

const ZONE = { zone_id: 'z', jurisdiction_id: 'ex', zone_name: 'Z', profile: { profile_id: 'p', version: '1' }, corridors: [] };
const MODULE = { module_id: 'm', version: '0.1.0' };
const HEX = 'ab'.repeat(32);

describe('the readers', () => {
  it.each<[string, (value: JsonValue) => Shaped<unknown>]>([
    ['readZone', readZone],
    ['readProfile', readProfile],
    ['readModule', readModule],
    ['readCorridor', readCorridor],
    ['readTrustAnchors', readTrustAnchors],
    ['readKeyRotation', readKeyRotation],
    ['readLawpackLock', readLawpackLock],
  ])('%s() refuses a value that is not an object, and reports its type', (_, read) => {
    for (const [value, found] of [
      [null, 'null'],
      [[], 'a list'],
      ['x', 'a string'],
      [1, 'a number'],
      [new Float(1), 'a number'],
      [true, 'a boolean'],
    ] as const)
      expect(faultsOf(read(value as JsonValue))).toEqual([`: expected an object, found ${found}`]);
  });

  it('readZone() reports every fault with its position', () => {
    expect(
      faultsOf(
        readZone({ ...ZONE, zone_id: 1, profile: { profile_id: '' }, overlays: [{ patches: ['a', 2] }], params_overrides: { m: [] } }),
      ),
    ).toEqual([
      'zone_id: expected a string, found a number',
      'profile.profile_id: expected text, found none',
      'profile.version: expected a string, found nothing',
      'overlays[0].module_id: expected a string, found nothing',
      'overlays[0].patches[1]: expected a string, found a number',
      'params_overrides.m: expected an object, found a list',
    ]);
    expect(faultsOf(readZone({ ...ZONE, profile: 'p' }))).toEqual(['profile: expected an object, found a string']);
  });

  it('readZone() distinguishes an absent list from an empty one', () => {
    expect(readZone(ZONE)).toMatchObject({ value: { jurisdictionStack: null, lawpackDomains: null, lockfilePath: 'stack.lock' } });
    expect(readZone({ ...ZONE, jurisdiction_stack: [], lawpack_domains: [] })).toMatchObject({
      value: { jurisdictionStack: [], lawpackDomains: [] },
    });
  });

  it('readProfile() uses the default variant if a module has none', () => {
    const profile = { profile_id: 'p', stack_spec_version: '1', modules: [{ module_id: 'm', version: '1' }] };
    expect(readProfile(profile)).toMatchObject({ value: { modules: [{ variant: 'default', params: {} }] } });
  });

  it('readModule() accepts variants and dependencies in both forms', () => {
    const module = { ...MODULE, variants: ['a', { variant_id: 'b' }], depends_on: ['x', { module_id: 'y', constraint: '>=1.0.0' }] };
    expect(readModule(module)).toMatchObject({
      value: {
        variants: ['a', 'b'],
        dependsOn: [
          { moduleId: 'x', constraint: '' },
          { moduleId: 'y', constraint: '>=1.0.0' },
        ],
      },
    });
  });

  it.each<[JsonValue, string]>([
    [{ ...MODULE, module_id: 'Upper' }, 'module_id: expected lower-case letters, digits, ".", "_" and "-", found Upper'],
    [{ ...MODULE, version: '1' }, 'version: expected a version such as 0.1.0, found 1'],
    [{ ...MODULE, variants: [{}] }, 'variants[0].variant_id: expected a string, found nothing'],
    [{ ...MODULE, provides: [{}] }, 'provides[0].interface: expected a string, found nothing'],
    [{ ...MODULE, provides: [{ interface: 'i', size: 2n ** 60n }] }, 'provides[0].size: expected an integer within 2^53-1'],
    [
      { ...MODULE, parameters: { a: { type: 'odd' } } },
      'parameters.a.type: expected one of string, integer, number, boolean, enum, object, array, duration, money, jurisdiction_ref, found odd',
    ],
    [{ ...MODULE, parameters: { a: { type: 'enum' } } }, 'parameters.a.values: expected at least one value of the enum'],
    [{ ...MODULE, parameters: { a: { type: 'integer', default: 'x' } } }, 'parameters.a.default: expected integer, found "x"'],
    [{ ...MODULE, parameters: { a: { type: 'integer', required: 'yes' } } }, 'parameters.a.required: expected a boolean'],
  ])('readModule() refuses %o', (module, fault) => expect(faultsOf(readModule(module))).toEqual([fault]));

  it('readCorridor() accepts one path or a list, keeps duplicates, and has default paths for the other files', () => {
    const corridor = { corridor_id: 'c', definition_vc_path: 'd.json' };
    expect(readCorridor({ ...corridor, unknown: 1 })).toEqual({
      ok: true,
      value: {
        corridorId: 'c',
        participants: [],
        trustAnchorsPath: 'trust-anchors.yaml',
        keyRotationPath: 'key-rotation.yaml',
        definitionPath: 'd.json',
        agreementPaths: null,
        authorityRegistryPaths: [],
      },
    });
    expect(readCorridor({ ...corridor, agreement_vc_path: 'a' })).toMatchObject({ value: { agreementPaths: ['a'] } });
    expect(readCorridor({ ...corridor, agreement_vc_path: ['a', 'a'] })).toMatchObject({ value: { agreementPaths: ['a', 'a'] } });
    expect(faultsOf(readCorridor({ ...corridor, agreement_vc_path: [] }))).toEqual(['agreement_vc_path: expected at least one path']);
    expect(faultsOf(readCorridor({ ...corridor, agreement_vc_path: {} }))).toEqual(['agreement_vc_path: expected a list, found an object']);
  });

  it('readLawpackLock() refuses invalid digests', () => {
    const lock = { lawpack_digest_sha256: HEX, jurisdiction_id: 'ex', domain: 'civil' };
    expect(faultsOf(readLawpackLock(lock))).toEqual([]);
    expect(
      faultsOf(
        readLawpackLock({ ...lock, artifact_sha256: 'x', components: { index_json_sha256: 1, akn_sha256: { 'a.xml': HEX, 'b.xml': '' } } }),
      ),
    ).toEqual([
      'artifact_sha256: expected 64 lower-case hex digits',
      'components.akn_sha256.b.xml: expected 64 lower-case hex digits',
      'components.index_json_sha256: expected 64 lower-case hex digits',
    ]);
  });
});
