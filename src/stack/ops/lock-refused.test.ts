import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AML, type Changes, LAWPACK, lock, PROFILE, replaced, SWIFT, smallStacks } from '../../../tests/stack/locking.ts';
import { smallFiles, ZONE } from '../../../tests/stack/small-zone.ts';

const { lockWith, scratch, treeWith } = smallStacks('stack-lock-refused');

const ANCHORS = `${SWIFT}/trust-anchors.yaml`;
const DEFINITION = `${SWIFT}/corridor.vc.json`;
const replacing = (path: string) => (from: string, to: string) => replaced(path, from, to);
const [zone, profile, aml, lawpack] = [ZONE, PROFILE, AML, LAWPACK].map(replacing) as Edits;
const [swift, corridor, rotation] = ['module', 'corridor', 'key-rotation'].map((name) => replacing(`${SWIFT}/${name}.yaml`)) as Edits;
const modules = (texts: Changes): Changes =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`modules/${name}/module.yaml`, text]));
type Edit = ReturnType<typeof replacing>;
type Edits = [Edit, Edit, Edit, Edit];

const REFUSED: Readonly<Record<string, readonly [what: string, changes: Changes, message: string][]>> = {
  E_BAD_ZONE: [
    ['a zone with a duplicate key', zone('zone_name', 'zone_id: b\nzone_name'), 'duplicate key "zone_id"'],
    ['a zone with a tag', zone('zone_name: E', 'zone_name: !!str E'), 'expected no tag'],
    ['a zone with an anchor', zone('zone_name: E', 'zone_name: &a E'), 'expected no anchor'],
    ['an anchor bomb', { [ZONE]: `a: &a [x]\nb: &b [*a,*a]\nc: [*b,*b]\n` }, 'expected no an'],
    ['a zone without a profile', zone('profile:', 'profil:'), 'profil: unknown key, did you mean profile'],
    ['an empty zone', { [ZONE]: '' }, 'expected an object, found null'],
    ['overrides of a module that is not in the profile', zone('reg.aml: {tier', 'none: {tier'), 'params_overrides.org.example.none'],
    ['patches of a module that is not in the profile', zone('reg.aml, patches', 'none, patches'), 'overlays[0].module_id'],
  ],
  E_MISSING_INPUT: [
    ['an unknown profile', zone('org.example.profile.fin', 'org.example.profile.none'), 'missing profile: org.example.profile.none'],
    ['an unknown module', { [AML]: null }, 'missing module: org.example.reg.aml — named by profiles/fin/profile.yaml modules[0].module_id'],
    [
      'an unknown corridor',
      zone('[org.example.corridor.swift]', '[none]'),
      'missing corridor: none — named by zones/one/zone.yaml corridors[0]',
    ],
    ['missing trust anchors', { [ANCHORS]: null }, `missing trust anchors: ${ANCHORS}`],
    ['a missing definition', { [DEFINITION]: null }, 'missing definition'],
    ['a missing patch', zone('overlays/aml.patch', 'overlays/none.patch'), 'missing patch: zones/one/overlays/none.patch'],
    ['a missing lawpack that is asked for', { [LAWPACK]: null }, `missing lawpack ex-north:civil: ${LAWPACK}`],
  ],
  E_BAD_PROFILE: [['a profile without modules', profile('modules:', 'modulez:'), 'modulez: unknown key, did you mean modules']],
  E_DUPLICATE: [
    [
      'two profiles of one id',
      { 'profiles/other/profile.yaml': smallFiles[PROFILE] as string },
      'duplicate profile org.example.profile.fin: profiles/fin/profile.yaml, profiles/other/profile.yaml',
    ],
    [
      'two modules of one id',
      modules({ zz: smallFiles[AML] as string }),
      'duplicate module org.example.reg.aml: modules/aml/module.yaml, modules/zz/module.yaml',
    ],
    ['two modules of one id that nobody wants', modules({ y: 'module_id: a', z: 'module_id: a' }), 'duplicate module a'],
    [
      'a module listed twice',
      profile('- {', '- {module_id: org.example.reg.aml, version: 0.1.0, variant: risk-based}\n- {'),
      'duplicate module org.example.reg.aml: profiles/fin/profile.yaml',
    ],
    ['a corridor listed twice', zone('swift]', 'swift, org.example.corridor.swift]'), 'duplicate corridor'],
    [
      'two corridors of one id',
      {
        'modules/other/module.yaml': 'module_id: other\nkind: corridor\n',
        'modules/other/corridor.yaml': smallFiles[`${SWIFT}/corridor.yaml`] as string,
      },
      `duplicate corridor org.example.corridor.swift: ${SWIFT}/corridor.yaml, modules/other/corridor.yaml`,
    ],
    ['a jurisdiction asked for twice', zone('[ex-north]', '[ex-north, ex-north]'), 'duplicate lawpack ex-north:civil'],
  ],
  E_BAD_MODULE: [
    ['a module that is no YAML', modules({ zz: 'a: [' }), 'bad module modules/zz/module.yaml'],
    ['a module without an id', modules({ zz: 'version: 0.1.0' }), 'module_id: expected a string'],
    ['a module with a constraint that is none', swift("'>=0.1.0,<0.3.0'", '~0.1'), 'depends_on[0].constraint: expected a constraint'],
  ],
  E_DEPENDENCY: [
    ['another version than the profile pins', aml('0.1.0', '0.1.1'), 'reg.aml: the profile pins version 0.1.0, found 0.1.1'],
    ['a variant that is not declared', profile('risk-based', 'other'), 'the profile wants variant other, declared are risk-based'],
    [
      'a dependency that is not in the profile',
      swift('reg.aml', 'none'),
      'depends on org.example.none >=0.1.0,<0.3.0, which is not in the profile',
    ],
    ['a dependency that is not met', swift('>=0.1.0', '>0.1.0'), 'depends on org.example.reg.aml >0.1.0,<0.3.0, found 0.1.0'],
  ],
  E_BAD_PARAMS: [
    ['a parameter of another type', zone('tier: 3', 'tier: three'), 'tier: expected integer, found "three"'],
    ['a parameter outside its enum', profile('mode: strict', 'mode: odd'), 'mode: expected one of "strict", "lenient", found "odd"'],
    ['an unknown parameter', profile('mode: strict', 'mood: strict'), 'mood: the module has no such parameter'],
    ['a required parameter that nobody sets', aml('default: 0.5', 'required: true'), 'rate: is required, but is not set'],
    ['an integer that JSON cannot hold', zone('tier: 3', 'tier: 9007199254740993'), 'expected an integer within 2^53-1'],
  ],
  E_BAD_CORRIDOR: [
    ['a corridor without a definition', corridor('definition_vc_path:', 'x:'), 'definition_vc_path: expected a string, found nothing'],
    ['trust anchors that are none', { [ANCHORS]: 'version: 1\ntrust_anchors: [{type: odd}]\n' }, 'trust_anchors[0].anchor_id'],
    ['a key rotation of no days', rotation('90', '0'), 'policy.rotation_days: expected an integer of at least 1, found 0'],
  ],
  E_BAD_CREDENTIAL: [
    ['a credential with a duplicate key', { [DEFINITION]: '{"a":1,"a":2}' }, 'duplicate key "a"'],
    ['a float in a signed payload', { [DEFINITION]: '{"credentialSubject":{"rate":0.5}}' }, 'credentialSubject'],
  ],
  E_UNSAFE_PATH: [
    ['an absolute credential path', corridor('corridor.vc.json', '/etc/passwd'), 'unsafe path /etc/passwd: is absolute'],
    ['a credential path that leads upwards', corridor('corridor.vc.json', '../../../x.json'), 'leads upwards'],
    ['an absolute patch', zone('overlays/aml.patch', '/etc/passwd'), 'is absolute — named by zones/one/zone.yaml overlays[0].patches[0]'],
    ['a patch that leads upwards', zone('overlays/aml.patch', '../one/overlays/aml.patch'), 'leads upwards'],
    ['a patch with a backslash that leads upwards', zone('overlays/aml.patch', "'a\\..\\b'"), 'leads upwards'],
    ['a lockfile path that leads upwards', zone('corridors:', 'lockfile_path: ../x.lock\ncorridors:'), 'zones/one/zone.yaml lockfile_path'],
    ['a jurisdiction that leads upwards', zone('[ex-north]', '["..-x"]'), 'leads upwards'],
    ['a lawpack whose archive leads upwards', lawpack('dist/lawpacks', '../lawpacks'), 'artifact_path'],
  ],
  E_IO: [['a patch that is a folder', zone('overlays/aml.patch', 'overlays'), 'cannot read patch zones/one/overlays: Is a directory']],
  E_BAD_LAWPACK: [
    ['a lawpack lock of another domain', lawpack('"civil"', '"tax"'), 'domain: expected civil, found tax'],
    ['a lawpack lock without a digest', lawpack('abab', 'MISSING'), 'lawpack_digest_sha256: expected 64 lower-case hex digits'],
  ],
};

describe.each(Object.entries(REFUSED))('lockStack() refuses with %s', (code, cases) => {
  it.each(cases)('%s', async (_, changes, message) => {
    await expect(lockWith(changes)).toRefuse(code, {}, message);
  });
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
