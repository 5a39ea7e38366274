import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AML, LAWPACK, lock, replaced, SWIFT, sha, smallStacks } from '../../../tests/stack/locking.ts';
import { smallFiles, ZONE } from '../../../tests/stack/small-zone.ts';

const { scratch, treeWith } = smallStacks('stack-lock');

const isOfLaw = (warning: string): boolean => warning.includes('lawpack');

it('lockStack() pins every section, in the order of zone and profile', async () => {
  const folder = treeWith();
  const { lock: made, change, file } = await lock(folder);
  expect([change, file]).toEqual(['created', 'zones/one/stack.lock']);
  expect(made).toMatchObject({
    stack_spec_version: '0.4.44',
    generated_at: '2026-01-15T00:00:00Z',
    zone_id: 'org.example.zone.one',
    profile: { profile_id: 'org.example.profile.fin', version: '0.4.44' },
    modules: [
      {
        module_id: 'org.example.reg.aml',
        version: '0.1.0',
        variant: 'risk-based',
        module_manifest_sha256: sha(AML),
        manifest_sha256: sha(AML),
        provides: [{ interface: 'example.policy.v1', path: 'src/' }],
      },
      { module_id: 'org.example.corridor.swift.module', version: '0.2.0', variant: 'plain', params: {} },
    ],
    lawpacks: [
      {
        jurisdiction_id: 'ex-north',
        domain: 'civil',
        lawpack_digest_sha256: 'ab'.repeat(32),
        lawpack_lock_path: LAWPACK,
        lawpack_lock_sha256: sha(LAWPACK),
        lawpack_artifact_path: 'dist/lawpacks/civil.zip',
        as_of_date: '2025-01-01',
      },
    ],
    overlays: [
      { module_id: 'org.example.reg.aml', patches: ['overlays/aml.patch'], patches_sha256: [sha('zones/one/overlays/aml.patch')] },
    ],
    corridors: [
      {
        corridor_id: 'org.example.corridor.swift',
        corridor_manifest_sha256: sha(`${SWIFT}/corridor.yaml`),
        trust_anchors_sha256: sha(`${SWIFT}/trust-anchors.yaml`),
        key_rotation_sha256: sha(`${SWIFT}/key-rotation.yaml`),
        corridor_definition_vc_sha256: sha(`${SWIFT}/corridor.vc.json`),
      },
    ],
  });
  expect(made.corridors[0]).not.toHaveProperty('corridor_activated');
});

it('lockStack() resolves parameters: the zone overrides the profile, which overrides the module', async () => {
  const { bytes } = await lock(treeWith());
  expect(JSON.parse(Buffer.from(bytes).toString()).modules[0].params).toEqual({ mode: 'strict', rate: 0.5, tier: 3 });
});

it('lockStack() writes canonical JSON and a newline, the same each time', async () => {
  const [a, b] = [treeWith(), treeWith()];
  await Promise.all([lock(a), lock(b)]);
  const text = readFileSync(join(a, 'zones/one/stack.lock'), 'utf8');
  expect(text).toMatch(/^\{"corridors":\[.*\}\n$/);
  expect(readFileSync(join(b, 'zones/one/stack.lock'), 'utf8')).toBe(text);
});

it('lockStack() leaves an unchanged lock as it is, its time included', async () => {
  const folder = treeWith();
  await lock(folder);
  const file = join(folder, 'zones/one/stack.lock');
  utimesSync(file, 1, 1);
  const again = await lock(folder, { generatedAt: '2027-01-01T00:00:00Z' });
  expect([again.change, again.lock.generated_at, statSync(file).mtimeMs]).toEqual(['unchanged', '2026-01-15T00:00:00Z', 1000]);
});

it('lockStack() uses a requested time even if nothing else has changed', async () => {
  const folder = treeWith();
  await lock(folder);
  const again = await lock(folder, { generatedAt: '2027-01-01T00:00:00Z', isTimeAsked: true });
  expect([again.change, again.lock.generated_at]).toEqual(['updated', '2027-01-01T00:00:00Z']);
});

it('lockStack() uses a new time if something has changed', async () => {
  const folder = treeWith();
  await lock(folder);
  writeFileSync(join(folder, 'zones/one/overlays/aml.patch'), 'other');
  const again = await lock(folder, { generatedAt: '2027-01-01T00:00:00Z' });
  expect([again.change, again.lock.generated_at]).toEqual(['updated', '2027-01-01T00:00:00Z']);
});

it.each(['yaml', 'pretty-json'] as const)('lockStack() writes %s that is the same lock, and knows it again', async (format) => {
  const folder = treeWith();
  const canonical = await lock(folder);
  const other = await lock(folder, { format, generatedAt: '2027-01-01T00:00:00Z' });
  expect([other.change, other.lock.generated_at]).toEqual(['updated', canonical.lock.generated_at]);
  expect((await lock(folder, { format })).change).toBe('unchanged');
  expect((await lock(folder, { format, check: true })).change).toBe('unchanged');
  expect((await lock(folder, { check: true })).change).toBe('differs');
});

it('lockStack() writes YAML in the order of the document', async () => {
  const { bytes } = await lock(treeWith(), { format: 'yaml' });
  const keys = Buffer.from(bytes)
    .toString()
    .match(/^[a-z_]+(?=:)/gm);
  expect(keys).toEqual(['stack_spec_version', 'generated_at', 'zone_id', 'profile', 'modules', 'lawpacks', 'overlays', 'corridors']);
});

it('lockStack() writes pins as ArtifactRefs if requested', async () => {
  const { lock: made } = await lock(treeWith(), { emitArtifactRefs: true });
  const plain = (await lock(treeWith())).lock;
  expect(made.lawpacks[0]?.lawpack_digest_sha256).toEqual({
    artifact_type: 'lawpack',
    digest_sha256: 'ab'.repeat(32),
    uri: 'dist/lawpacks/civil.zip',
  });
  expect(made.corridors[0]?.trust_anchors_sha256).toEqual({
    artifact_type: 'blob',
    digest_sha256: sha(`${SWIFT}/trust-anchors.yaml`),
    uri: `${SWIFT}/trust-anchors.yaml`,
  });
  expect([made.modules, made.overlays, made.lawpacks[0]?.lawpack_lock_sha256]).toEqual([plain.modules, plain.overlays, sha(LAWPACK)]);
});

it('lockStack() warns about a missing lawpack that comes from defaults, and about an archive that is not available', async () => {
  const zone = (smallFiles[ZONE] as string).replace('jurisdiction_stack: [ex-north]\nlawpack_domains: [civil]\n', '');
  const { lock: made, warnings } = await lock(treeWith({ [ZONE]: zone }));
  expect(made.lawpacks).toEqual([]);
  expect(warnings.filter(isOfLaw)).toEqual([
    'no lawpack for ex:civil: modules/legal/jurisdictions/ex/civil/lawpack.lock.json',
    'no lawpack for ex:financial: modules/legal/jurisdictions/ex/financial/lawpack.lock.json',
  ]);
  expect((await lock(treeWith())).warnings.filter(isOfLaw)).toEqual([
    `archive of lawpack ex-north:civil is not available, its digest is taken from ${LAWPACK}, and verify will not find dist/lawpacks/civil.zip`,
  ]);
});

it('lockStack() warns about an invalid definition if there is no agreement that would show it', async () => {
  const { warnings } = await lock(treeWith());
  expect(warnings).toContain('corridor org.example.corridor.swift has no agreement, and definition:invalid_proof');
});

it('lockStack() treats an explicit empty list as none', async () => {
  const { lock: made, warnings } = await lock(treeWith(replaced(ZONE, 'lawpack_domains: [civil]', 'lawpack_domains: []')));
  expect([made.lawpacks, warnings.filter(isOfLaw)]).toEqual([[], []]);
});

it('lockStack() writes to the path in the zone, or to the requested one', async () => {
  const folder = treeWith(replaced(ZONE, 'corridors:', 'lockfile_path: locks.json\ncorridors:'));
  expect((await lock(folder)).file).toBe('zones/one/locks.json');
  expect((await lock(folder, { out: 'elsewhere.lock' })).file).toBe('elsewhere.lock');
  expect(readFileSync(join(folder, 'elsewhere.lock'))).toEqual(readFileSync(join(folder, 'zones/one/locks.json')));
});

it('lockStack() finds its root from a folder below, and works from any folder', async () => {
  const folder = treeWith();
  const { file } = await lock(join(folder, 'zones'), { zone: 'one/zone.yaml' });
  expect(file).toBe('../zones/one/stack.lock');
  expect((await lock(scratch, { zone: join(folder, ZONE), root: folder })).change).toBe('unchanged');
});

it('lockStack() never replaces a file that is not a lock', async () => {
  const folder = treeWith();
  await expect(lock(folder, { out: ZONE })).toRefuse('E_BAD_LOCK');
  expect(readFileSync(join(folder, ZONE), 'utf8')).toBe(smallFiles[ZONE]);
});

it('lockStack() with check writes nothing, and judges at the time of the lock', async () => {
  const folder = treeWith();
  await lock(folder);
  const checked = await lock(folder, { check: true, generatedAt: '2030-01-01T00:00:00Z' });
  expect([checked.change, checked.lock.generated_at]).toEqual(['unchanged', '2026-01-15T00:00:00Z']);
});

it('lockStack() with check accepts a lock without its final newline, but no other bytes', async () => {
  const folder = treeWith();
  const { bytes } = await lock(folder);
  const file = join(folder, 'zones/one/stack.lock');
  writeFileSync(file, bytes.subarray(0, -1));
  expect((await lock(folder, { check: true })).change).toBe('unchanged');
  writeFileSync(file, `${Buffer.from(bytes).toString()}\n`);
  expect((await lock(folder, { check: true })).change).toBe('differs');
});

it('lockStack() with check reports a changed file, and does not change the lock', async () => {
  const folder = treeWith();
  const { bytes } = await lock(folder);
  writeFileSync(join(folder, SWIFT, 'key-rotation.yaml'), `${smallFiles[`${SWIFT}/key-rotation.yaml`]}# more\n`);
  expect((await lock(folder, { check: true })).change).toBe('differs');
  expect(readFileSync(join(folder, 'zones/one/stack.lock')).equals(bytes)).toBe(true);
});

it('lockStack() with check refuses if there is no lock', async () => {
  await expect(lock(treeWith(), { check: true })).rejects.toMatchObject({
    code: 'E_MISSING_INPUT',
    nextCommand: 'ls -la zones/one',
  });
});
