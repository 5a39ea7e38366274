import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AML, type Changes, LAWPACK, lock, replaced, SWIFT, smallStacks } from '../../../tests/stack/locking.ts';
import { smallFiles, ZONE } from '../../../tests/stack/small-zone.ts';

const { lockWith, scratch, treeWith } = smallStacks('stack-lock-files');

it.each<[string, Changes, string, string]>([
  [
    'an unknown corridor',
    replaced(ZONE, 'corridors: [org.example.corridor.swift]', 'corridors: [none]'),
    'E_MISSING_INPUT',
    'missing corridor: none — named by zones/one/zone.yaml corridors[0]',
  ],
  [
    'a corridor listed twice',
    replaced(ZONE, 'corridors: [org.example.corridor.swift]', 'corridors: [org.example.corridor.swift, org.example.corridor.swift]'),
    'E_DUPLICATE',
    'duplicate corridor',
  ],
  [
    'two corridors of one id',
    {
      'modules/other/module.yaml': 'module_id: other\nkind: corridor\n',
      'modules/other/corridor.yaml': smallFiles[`${SWIFT}/corridor.yaml`] as string,
    },
    'E_DUPLICATE',
    `duplicate corridor org.example.corridor.swift: ${SWIFT}/corridor.yaml, modules/other/corridor.yaml`,
  ],
  [
    'a corridor without a definition',
    replaced(`${SWIFT}/corridor.yaml`, 'definition_vc_path: corridor.vc.json', ''),
    'E_BAD_CORRIDOR',
    'definition_vc_path: expected a string, found nothing',
  ],
  [
    'trust anchors that are none',
    { [`${SWIFT}/trust-anchors.yaml`]: 'version: 1\ntrust_anchors: [{type: odd}]\n' },
    'E_BAD_CORRIDOR',
    'trust_anchors[0].anchor_id',
  ],
  [
    'a key rotation of no days',
    replaced(`${SWIFT}/key-rotation.yaml`, 'rotation_days: 90', 'rotation_days: 0'),
    'E_BAD_CORRIDOR',
    'policy.rotation_days: expected an integer of at least 1, found 0',
  ],
  [
    'missing trust anchors',
    { [`${SWIFT}/trust-anchors.yaml`]: null },
    'E_MISSING_INPUT',
    `missing trust anchors: ${SWIFT}/trust-anchors.yaml`,
  ],
  ['a missing definition', { [`${SWIFT}/corridor.vc.json`]: null }, 'E_MISSING_INPUT', 'missing definition'],
  ['a credential with a duplicate key', { [`${SWIFT}/corridor.vc.json`]: '{"a":1,"a":2}' }, 'E_BAD_CREDENTIAL', 'duplicate key "a"'],
  [
    'a float in a signed payload',
    { [`${SWIFT}/corridor.vc.json`]: '{"credentialSubject":{"rate":0.5}}' },
    'E_BAD_CREDENTIAL',
    'credentialSubject',
  ],
  [
    'an absolute credential path',
    replaced(`${SWIFT}/corridor.yaml`, 'corridor.vc.json', '/etc/passwd'),
    'E_UNSAFE_PATH',
    'unsafe path /etc/passwd: is absolute',
  ],
  [
    'a credential path that leads upwards',
    replaced(`${SWIFT}/corridor.yaml`, 'corridor.vc.json', '../../../x.json'),
    'E_UNSAFE_PATH',
    'leads upwards',
  ],
  [
    'an absolute patch',
    replaced(ZONE, 'overlays/aml.patch', '/etc/passwd'),
    'E_UNSAFE_PATH',
    'unsafe path /etc/passwd: is absolute — named by zones/one/zone.yaml overlays[0].patches[0]',
  ],
  ['a patch that leads upwards', replaced(ZONE, 'overlays/aml.patch', '../one/overlays/aml.patch'), 'E_UNSAFE_PATH', 'leads upwards'],
  ['a patch with a backslash that leads upwards', replaced(ZONE, 'overlays/aml.patch', "'a\\..\\b'"), 'E_UNSAFE_PATH', 'leads upwards'],
  [
    'a missing patch',
    replaced(ZONE, 'overlays/aml.patch', 'overlays/none.patch'),
    'E_MISSING_INPUT',
    'missing patch: zones/one/overlays/none.patch',
  ],
  [
    'a patch that is a folder',
    replaced(ZONE, 'overlays/aml.patch', 'overlays'),
    'E_IO',
    'cannot read patch zones/one/overlays: Is a directory',
  ],
  [
    'a lockfile path that leads upwards',
    replaced(ZONE, 'corridors:', 'lockfile_path: ../x.lock\ncorridors:'),
    'E_UNSAFE_PATH',
    'zones/one/zone.yaml lockfile_path',
  ],
  ['a missing lawpack that is asked for', { [LAWPACK]: null }, 'E_MISSING_INPUT', `missing lawpack ex-north:civil: ${LAWPACK}`],
  [
    'a jurisdiction asked for twice',
    replaced(ZONE, '[ex-north]', '[ex-north, ex-north]'),
    'E_DUPLICATE',
    'duplicate lawpack ex-north:civil',
  ],
  ['a jurisdiction that leads upwards', replaced(ZONE, '[ex-north]', '["..-x"]'), 'E_UNSAFE_PATH', 'leads upwards'],
  ['a lawpack lock of another domain', replaced(LAWPACK, '"civil"', '"tax"'), 'E_BAD_LAWPACK', 'domain: expected civil, found tax'],
  [
    'a lawpack lock without a digest',
    replaced(LAWPACK, 'ab'.repeat(32), 'MISSING'),
    'E_BAD_LAWPACK',
    'lawpack_digest_sha256: expected 64 lower-case hex digits, found MISSING',
  ],
  ['a lawpack whose archive leads upwards', replaced(LAWPACK, 'dist/lawpacks', '../lawpacks'), 'E_UNSAFE_PATH', 'artifact_path'],
])('lockStack() refuses %s', async (_, changes, code, message) => {
  await expect(lockWith(changes)).toRefuse(code, {}, message);
});

it.each<[string, string, string]>([
  ['a patch', 'zones/one/overlays/aml.patch', 'zones/one/zone.yaml overlays[0].patches[0]'],
  ['a credential', `${SWIFT}/corridor.vc.json`, `${SWIFT}/corridor.yaml definition_vc_path`],
  ['a module', 'modules/zz/module.yaml', 'the layout of the tree'],
])('lockStack() refuses %s that is a link, wherever it leads', async (_, place, by) => {
  const locked = lockWith({ [place]: null }, (folder) => {
    writeFileSync(join(folder, 'target'), '{}');
    symlinkSync(join(folder, 'target'), join(folder, place));
  });
  await expect(locked).toRefuse('E_UNSAFE_PATH', { reason: 'leads through a link', by });
});

it('lockStack() refuses a patch in a folder that is a link', async () => {
  const locked = lockWith(replaced(ZONE, 'overlays/aml.patch', 'way/aml.patch'), (folder) =>
    symlinkSync('overlays', join(folder, 'zones/one/way')),
  );
  await expect(locked).toRefuse('E_UNSAFE_PATH', { path: 'way/aml.patch' });
});

it('lockStack() refuses to write through a link that the zone names', async () => {
  const folder = treeWith();
  symlinkSync(join(scratch, 'outside.lock'), join(folder, 'zones/one/stack.lock'));
  await expect(lock(folder)).toRefuse('E_UNSAFE_PATH', { by: 'zones/one/zone.yaml lockfile_path' });
  expect(existsSync(join(scratch, 'outside.lock'))).toBe(false);
});

it('lockStack() refuses a zone outside the root', async () => {
  const [inner, other] = [treeWith(), treeWith()];
  await expect(lock(scratch, { zone: join(inner, ZONE), root: other })).toRefuse('E_UNSAFE_PATH');
});

it('lockStack() refuses a zone that does not exist, or has no root above it', async () => {
  await expect(lock(treeWith(), { zone: 'none.yaml' })).toRefuse('E_MISSING_INPUT', { what: 'zone' });
  const bare = join(scratch, 'bare');
  mkdirSync(bare);
  writeFileSync(join(bare, 'zone.yaml'), '');
  await expect(lock(bare, { zone: 'zone.yaml' })).toRefuse('E_MISSING_INPUT', { what: 'root' });
});

it('lockStack() refuses all faults together, the first one as the message', async () => {
  const others = [
    { code: 'E_MISSING_INPUT', message: expect.stringContaining('lawpack') },
    { code: 'E_MISSING_INPUT', message: expect.stringContaining('key rotation') },
  ];
  const locked = lockWith({ [AML]: null, [`${SWIFT}/key-rotation.yaml`]: null, [LAWPACK]: null });
  await expect(locked).toRefuse('E_MISSING_INPUT', { others });
});
