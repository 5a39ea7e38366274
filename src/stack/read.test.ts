import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/json/value';
import type { Fault } from './inputs/facts.ts';
import { parseStackLock } from './read.ts';

const HEX = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const DIGITS = 'expected 64 lower-case hex digits';
const REF = { artifact_type: 'blob', digest_sha256: HEX, uri: 'a/b' };
const MODULE = { module_id: 'm', version: '0.1.0', variant: 'v', manifest_sha256: HEX };
const CORRIDOR = {
  corridor_id: 'c',
  corridor_manifest_sha256: HEX,
  trust_anchors_sha256: HEX,
  key_rotation_sha256: HEX,
  corridor_definition_vc_sha256: HEX,
  corridor_definition_signers: ['did:key:z'],
};
const AGREED = {
  ...CORRIDOR,
  corridor_agreement_vc_sha256: [HEX, REF],
  corridor_agreement_signers: ['did:key:z'],
  corridor_activated: true,
  corridor_agreement_set_sha256: HEX,
  corridor_agreement_payload_sha256_by_path: { 'a.vc.json': HEX },
};
const LAWPACK = { jurisdiction_id: 'ex', domain: 'civil', lawpack_digest_sha256: HEX };
const LOCK = {
  stack_spec_version: '0.4.44',
  generated_at: '2026-01-15T00:00:00Z',
  zone_id: 'z',
  profile: { profile_id: 'p', version: '1' },
  modules: [MODULE],
  lawpacks: [LAWPACK],
  overlays: [{ module_id: 'm', patches_sha256: [HEX] }],
  corridors: [AGREED],
};

function faultsOf(value: JsonValue): readonly string[] {
  const read = parseStackLock(value);
  return read.ok ? [] : read.faults.map(({ at, message }: Fault) => `${at}: ${message}`);
}

const withModule = (module: JsonObject): JsonObject => ({ ...LOCK, modules: [module] });
const withCorridor = (corridor: JsonObject): JsonObject => ({ ...LOCK, corridors: [corridor] });
const withLawpack = (lawpack: JsonObject): JsonObject => ({ ...LOCK, lawpacks: [lawpack] });

it.each<[string, JsonObject]>([
  ['a whole lock', LOCK],
  ['a lock without overlays, as the original allows', Object.fromEntries(Object.entries(LOCK).filter(([key]) => key !== 'overlays'))],
  ['unknown fields anywhere', { ...LOCK, extra: 1, corridors: [{ ...CORRIDOR, extra: {} }] }],
  ['a corridor without an agreement', withCorridor(CORRIDOR)],
  ['pins as ArtifactRefs', withCorridor({ ...AGREED, trust_anchors_sha256: REF })],
  ['a lawpack as ArtifactRef', withLawpack({ ...LAWPACK, lawpack_digest_sha256: { ...REF, artifact_type: 'lawpack' } })],
])('parseStackLock() accepts %s', (_, lock) => expect(faultsOf(lock)).toEqual([]));

it('parseStackLock() accepts either name of the digest of a module, and returns both', () => {
  const { manifest_sha256: _, ...module } = MODULE;
  const read = parseStackLock(withModule({ ...module, module_manifest_sha256: HEX }));
  expect(read).toMatchObject({ ok: true, value: { modules: [{ manifest_sha256: HEX, module_manifest_sha256: HEX }] } });
});

it.each<[string, JsonValue, readonly string[]]>([
  ['what is no object', [], [': expected an object, found a list']],
  [
    'two digests that differ',
    withModule({ ...MODULE, module_manifest_sha256: OTHER }),
    [`modules[0].module_manifest_sha256: expected ${HEX} as in manifest_sha256, found ${OTHER}`],
  ],
  [
    'a module without a digest',
    withModule({ module_id: 'm', version: '1', variant: 'v' }),
    [`modules[0].module_manifest_sha256: ${DIGITS}`],
  ],
  [
    'upper-case hex',
    withCorridor({ ...CORRIDOR, trust_anchors_sha256: HEX.toUpperCase() }),
    [`corridors[0].trust_anchors_sha256: ${DIGITS}, or an ArtifactRef`],
  ],
  [
    'MISSING for a pin',
    withLawpack({ ...LAWPACK, lawpack_digest_sha256: 'MISSING' }),
    [`lawpacks[0].lawpack_digest_sha256: ${DIGITS}, or an ArtifactRef`],
  ],
  [
    'MISSING for a patch',
    { ...LOCK, overlays: [{ module_id: 'm', patches_sha256: ['MISSING'] }] },
    [`overlays[0].patches_sha256[0]: ${DIGITS}`],
  ],
  [
    'a lawpack of another artifact type',
    withLawpack({ ...LAWPACK, lawpack_digest_sha256: REF }),
    ['lawpacks[0].lawpack_digest_sha256: expected an artifact of type lawpack, found blob'],
  ],
  [
    'an artifact type that is none',
    withCorridor({ ...CORRIDOR, trust_anchors_sha256: { ...REF, artifact_type: 'Blob' } }),
    ['corridors[0].trust_anchors_sha256: expected an ArtifactRef with artifact_type and digest_sha256'],
  ],
  [
    'a corridor of id and manifest alone',
    withCorridor({ corridor_id: 'c', corridor_manifest_sha256: HEX }),
    [expect.any(String), expect.any(String), expect.any(String), expect.any(String)],
  ],
  ['a time that is none', { ...LOCK, generated_at: '2026-01-15' }, ['generated_at: expected an RFC 3339 time, found 2026-01-15']],
  [
    'one path for two patches',
    { ...LOCK, overlays: [{ module_id: 'm', patches: ['a'], patches_sha256: [HEX, HEX] }] },
    ['overlays[0].patches: expected 2 paths, one for each digest, found 1'],
  ],
  ['a module that is there twice', { ...LOCK, modules: [MODULE, MODULE] }, ['modules[1]: expected m once, found it again']],
  ['a lawpack that is there twice', { ...LOCK, lawpacks: [LAWPACK, LAWPACK] }, ['lawpacks[1]: expected ex:civil once, found it again']],
  [
    'a corridor that is there twice',
    { ...LOCK, corridors: [CORRIDOR, CORRIDOR] },
    [`corridors[1]: expected ${CORRIDOR.corridor_id} once, found it again`],
  ],
])('parseStackLock() refuses %s', (_, lock, faults) => expect(faultsOf(lock)).toEqual(faults));

it.each(Object.keys(AGREED).filter((key) => !(key in CORRIDOR)))('parseStackLock() refuses an agreement without %s', (key) => {
  const entry = Object.fromEntries(Object.entries(AGREED).filter(([name]) => name !== key));
  expect(faultsOf(withCorridor(entry))).toEqual([expect.stringContaining(`corridors[0].${key}: expected`)]);
});
