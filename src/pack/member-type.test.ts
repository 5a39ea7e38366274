import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import type { JsonValue } from '#core/json/value';
import { isNamedFingerprint, typeByName, typeOf, VERSIONS } from './member-type.ts';

const read = (text: string): JsonValue => parseJson(encodeUtf8(text));
const OTHER = { type: 'other', artifactVersion: null };
const REGISTRY = { type: 'registry', artifactVersion: null };
const PROFILE = { type: 'profile', artifactVersion: null };

it.each([
  ['lock.v0', 'lockfile'],
  ['rvl.v0', 'report'],
  ['shape.v0', 'report'],
  ['verify.v0', 'report'],
  ['compare.v0', 'report'],
  ['canon.v0', 'artifact'],
  ['assess.v0', 'artifact'],
  ['verify.rules.v0', 'rules'],
  ['pack.v0', 'pack'],
  ['verify.report.v1', 'report'],
  ['verify.constraint.v1', 'rules'],
  ['lock-verify.v0', 'report'],
  ['pack.verify.v0', 'report'],
  ['pack.diff.v0', 'report'],
  ['benchmark.v0', 'report'],
])('typeOf() takes a JSON object of version %s for a %s, whatever its name', (version, type) => {
  const expected = { type, artifactVersion: version };
  const json = { version };
  expect(typeOf('a.json', { json })).toEqual(expected);
  expect(typeOf('x_registry/registry.json', { json })).toEqual(expected);
  expect(typeOf('a.fp.yaml', { json, yaml: { version, fingerprint_id: 'f', assertions: [] } })).toEqual(expected);
});

it.each(['chain-diff.v0', 'chain-verify.v0', 'lock-diff.v0', 'stack-diff.v0', 'stack-verify.v0', 'witness-verify.v0'])(
  'typeOf() takes a JSON object of version %s for a report',
  (version) => expect(typeOf('a.json', { json: { version } })).toEqual({ type: 'report', artifactVersion: version }),
);

it('typeOf() knows exactly these sixteen versions with a schema', () => expect(VERSIONS.size).toBe(16));

it.each([
  ['another version', '{"version":"rvl.v1"}'],
  ['a version that is no string', '{"version":["rvl.v0"]}'],
  ['a name of every object as version', '{"version":"toString"}'],
  ['a version further in', '{"report":{"version":"rvl.v0"}}'],
  ['no version', '{}'],
  ['a list', '["rvl.v0"]'],
  ['null', 'null'],
  ['a string', '"rvl.v0"'],
])('typeOf() takes JSON with %s for other', (_, text) => expect(typeOf('a.json', { json: read(text) })).toEqual(OTHER));

it.each([
  ['both keys', '{"schema_version":1,"profile_id":"p"}', PROFILE],
  ['both keys, of any value', '{"schema_version":null,"profile_id":null}', PROFILE],
  ['both keys and those of a fingerprint', '{"schema_version":1,"profile_id":"p","fingerprint_id":"f","assertions":[]}', PROFILE],
  ['no profile_id', '{"schema_version":1}', OTHER],
  ['profile_id further in', '{"schema_version":1,"x":{"profile_id":"p"}}', OTHER],
  ['both as items', '["schema_version","profile_id"]', OTHER],
])('typeOf() knows a profile by its top-level keys: %s', (_, text, expected) =>
  expect(typeOf('p.yaml', { yaml: read(text) })).toEqual(expected),
);

it.each([
  ['f.yaml', '{"fingerprint_id":"csv.v0","assertions":[]}', { type: 'fingerprint', artifactVersion: 'csv.v0' }],
  ['a/f.fp.yaml', '{"fingerprint_id":"csv.v0"}', { type: 'fingerprint', artifactVersion: 'csv.v0' }],
  ['f.fp.yml', '{"fingerprint_id":"csv.v0"}', { type: 'fingerprint', artifactVersion: 'csv.v0' }],
  ['f.yaml', '{"fingerprint_id":"csv.v0"}', OTHER],
  ['f.fp.yaml', '{"fingerprint_id":7,"assertions":[]}', OTHER],
  ['f.fp.yaml', '{"fingerprint_id":"","assertions":[]}', OTHER],
  ['f.fp.yaml', '{"assertions":[]}', OTHER],
  ['f.fp.yaml', '["fingerprint_id"]', OTHER],
  ['f.fp.yaml/x', '{"fingerprint_id":"csv.v0"}', OTHER],
  ['r_registry/f.fp.yaml', '"text"', REGISTRY],
])('typeOf() judges %s with %s', (path, text, expected) => expect(typeOf(path, { yaml: read(text) })).toEqual(expected));

it('typeOf() gives a .fp.yaml that could not be parsed the type other', () => expect(typeOf('f.fp.yaml', {})).toEqual(OTHER));

it('typeOf() omits a fingerprint_id that is the version of a lockfile', () => {
  expect(typeOf('f.yaml', { yaml: { fingerprint_id: 'lock.v0', assertions: [] } })).toEqual({
    type: 'fingerprint',
    artifactVersion: null,
  });
});

it.each([
  ['registry.json', REGISTRY],
  ['a/registry.json', REGISTRY],
  ['loans.registry.json', REGISTRY],
  ['nested_registry/loans.csv', REGISTRY],
  ['registry/a/b/loans.csv', REGISTRY],
  ['a/notregistry/x', REGISTRY],
  ['registry', OTHER],
  ['a/registry', OTHER],
  ['registry.jsonl', OTHER],
  ['myregistry.json', OTHER],
  ['registry.d/x', OTHER],
  ['Registry/x', OTHER],
  ['registry\\x', OTHER],
  ['manifest.json', OTHER],
  ['f.fp.yaml', OTHER],
])('typeByName() takes %s for what its name says', (path, expected) => expect(typeByName(path)).toEqual(expected));

it('isNamedFingerprint() compares the end of the name', () => {
  expect(['a.fp.yaml', 'd/a.fp.yml', '.fp.yaml'].map(isNamedFingerprint)).toEqual([true, true, true]);
  expect(['a.yaml', 'fp.yaml', 'a.fp.yaml.txt', 'a.fp.json'].map(isNamedFingerprint)).toEqual([false, false, false, false]);
});
