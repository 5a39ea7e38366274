import { expect, it } from 'vitest';
import { AML, type Changes, PROFILE, replaced, SWIFT, smallStacks } from '../../../tests/stack/locking.ts';
import { smallFiles, ZONE } from '../../../tests/stack/small-zone.ts';

const { lockWith } = smallStacks('stack-lock-modules');

it.each<[string, Changes, string, string]>([
  ['a zone with a duplicate key', replaced(ZONE, 'zone_name', 'zone_id: b\nzone_name'), 'E_BAD_ZONE', 'duplicate key "zone_id"'],
  ['a zone with a tag', replaced(ZONE, 'zone_name: E', 'zone_name: !!str E'), 'E_BAD_ZONE', 'expected no tag'],
  ['a zone with an anchor', replaced(ZONE, 'zone_name: E', 'zone_name: &a E'), 'E_BAD_ZONE', 'expected no anchor'],
  ['an anchor bomb', { [ZONE]: `a: &a [x]\nb: &b [*a,*a]\nc: [*b,*b]\n` }, 'E_BAD_ZONE', 'expected no an'],
  ['a zone without a profile', replaced(ZONE, 'profile:', 'profil:'), 'E_BAD_ZONE', 'profil: unknown key, did you mean profile'],
  ['an empty zone', { [ZONE]: '' }, 'E_BAD_ZONE', 'expected an object, found null'],
  [
    'overrides of a module that is not in the profile',
    replaced(ZONE, '{org.example.reg.aml: {tier', '{org.example.reg.none: {tier'),
    'E_BAD_ZONE',
    'params_overrides.org.example.reg.none',
  ],
  [
    'patches of a module that is not in the profile',
    replaced(ZONE, 'module_id: org.example.reg.aml', 'module_id: org.example.none'),
    'E_BAD_ZONE',
    'overlays[0].module_id',
  ],
  [
    'an unknown profile',
    replaced(ZONE, 'org.example.profile.fin', 'org.example.profile.none'),
    'E_MISSING_INPUT',
    'missing profile: org.example.profile.none',
  ],
  ['a profile without modules', replaced(PROFILE, 'modules:', 'modulez:'), 'E_BAD_PROFILE', 'modulez: unknown key, did you mean modules'],
  [
    'two profiles of one id',
    { 'profiles/other/profile.yaml': smallFiles[PROFILE] as string },
    'E_DUPLICATE',
    'duplicate profile org.example.profile.fin: profiles/fin/profile.yaml, profiles/other/profile.yaml',
  ],
  [
    'an unknown module',
    { [AML]: null },
    'E_MISSING_INPUT',
    'missing module: org.example.reg.aml — named by profiles/fin/profile.yaml modules[0].module_id',
  ],
  [
    'two modules of one id',
    { 'modules/zz/module.yaml': smallFiles[AML] as string },
    'E_DUPLICATE',
    'duplicate module org.example.reg.aml: modules/aml/module.yaml, modules/zz/module.yaml',
  ],
  [
    'two modules of one id that nobody wants',
    { 'modules/y/module.yaml': 'module_id: a', 'modules/z/module.yaml': 'module_id: a' },
    'E_DUPLICATE',
    'duplicate module a',
  ],
  [
    'a module listed twice',
    { [PROFILE]: `${smallFiles[PROFILE]}- {module_id: org.example.reg.aml, version: 0.1.0, variant: risk-based}\n` },
    'E_DUPLICATE',
    'duplicate module org.example.reg.aml: profiles/fin/profile.yaml',
  ],
  ['a module that is no YAML', { 'modules/zz/module.yaml': 'a: [' }, 'E_BAD_MODULE', 'bad module modules/zz/module.yaml'],
  ['a module without an id', { 'modules/zz/module.yaml': 'version: 0.1.0' }, 'E_BAD_MODULE', 'module_id: expected a string'],
  [
    'a module with a constraint that is none',
    replaced(`${SWIFT}/module.yaml`, "'>=0.1.0,<0.3.0'", '~0.1'),
    'E_BAD_MODULE',
    'depends_on[0].constraint: expected a constraint',
  ],
  [
    'another version than the profile pins',
    replaced(AML, 'version: 0.1.0', 'version: 0.1.1'),
    'E_DEPENDENCY',
    'org.example.reg.aml: the profile pins version 0.1.0, found 0.1.1',
  ],
  [
    'a variant that is not declared',
    replaced(PROFILE, 'variant: risk-based', 'variant: other'),
    'E_DEPENDENCY',
    'the profile wants variant other, declared are risk-based',
  ],
  [
    'a dependency that is not in the profile',
    replaced(`${SWIFT}/module.yaml`, 'org.example.reg.aml', 'org.example.none'),
    'E_DEPENDENCY',
    'depends on org.example.none >=0.1.0,<0.3.0, which is not in the profile',
  ],
  [
    'a dependency that is not met',
    replaced(`${SWIFT}/module.yaml`, '>=0.1.0', '>0.1.0'),
    'E_DEPENDENCY',
    'depends on org.example.reg.aml >0.1.0,<0.3.0, found 0.1.0',
  ],
  ['a parameter of another type', replaced(ZONE, 'tier: 3', 'tier: three'), 'E_BAD_PARAMS', 'tier: expected integer, found "three"'],
  [
    'a parameter outside its enum',
    replaced(PROFILE, 'mode: strict', 'mode: odd'),
    'E_BAD_PARAMS',
    'mode: expected one of "strict", "lenient", found "odd"',
  ],
  ['an unknown parameter', replaced(PROFILE, 'mode: strict', 'mood: strict'), 'E_BAD_PARAMS', 'mood: the module has no such parameter'],
  [
    'a required parameter that nobody sets',
    replaced(AML, 'default: 0.5', 'required: true'),
    'E_BAD_PARAMS',
    'rate: is required, and nobody sets it',
  ],
  [
    'an integer that JSON cannot hold',
    replaced(ZONE, 'tier: 3', 'tier: 9007199254740993'),
    'E_BAD_PARAMS',
    'expected an integer within 2^53-1',
  ],
])('lockStack() refuses %s', async (_, changes, code, message) => {
  await expect(lockWith(changes)).toRefuse(code, {}, message);
});
