import { expect, test } from 'vitest';
import { artifactExtension, digestRule, isYamlName, parseArtifactDigest, parseArtifactType } from './artifact-type.ts';

test.each(['law/pack', 'law_pack', '-x', '', '..', '.', 'a\0', 'a'.repeat(65), 'é'])('parseArtifactType() refuses %j', (text) =>
  expect(parseArtifactType(text)).toBeNull(),
);

test('parseArtifactType() ignores letter case and surrounding white space', () => {
  expect(parseArtifactType(' LawPack\n')).toBe('lawpack');
  expect(parseArtifactType('a'.repeat(64))).toBe('a'.repeat(64));
});

test('parseArtifactDigest() accepts only 64 hex digits', () => {
  expect(parseArtifactDigest(` ${'AB'.repeat(32)} `)).toBe('ab'.repeat(32));
  for (const text of ['', 'ab', 'g'.repeat(64), `sha256:${'a'.repeat(64)}`, 'a'.repeat(65)]) expect(parseArtifactDigest(text)).toBeNull();
});

test.each([
  ['lawpack', 'lawpack'],
  ['schema', 'document'],
  ['ruleset', 'document'],
  ['receipt', 'document'],
  ['transition-types', 'document'],
  ['vc', 'payload'],
  ['checkpoint', 'payload'],
  ['blob', 'bytes'],
  ['circuit', 'bytes'],
  ['constructor', 'bytes'],
])('digestRule() of %s is %s', (type, rule) => expect(digestRule(type)).toBe(rule));

test.each([
  ['lawpack', 'x.zip', '.lawpack.zip'],
  ['vc', 'x.json', '.vc.json'],
  ['blob', 'a.b.YAML', '.yaml'],
  ['blob', 'a', ''],
  ['blob', '.hidden', ''],
  ['blob', 'a.', ''],
  ['blob', 'a.b c', ''],
  ['ruleset', 'r.yml', '.yml'],
])('artifactExtension() of %s %s is %j', (type, name, extension) => expect(artifactExtension(type, name)).toBe(extension));

test('artifactExtension() isYamlName() decides by the last extension', () =>
  expect([isYamlName('a.yaml'), isYamlName('a.YML'), isYamlName('a.yaml.json'), isYamlName('yaml')]).toEqual([true, true, false, false]));
