/** What the schemas of packs say, one field at a time. */
import { expect, it } from 'vitest';
import type { TypeName } from '#pack/member-type';
import { GOOD } from '../pack/member-samples.ts';
import { compile, damaged, type Path } from './published-schema.ts';

const isManifest = compile('pack.v0.json');
const manifest = GOOD['pack.v0'];

it.each<[string, Path, unknown]>([
  ['a traversal', ['members', 0, 'path'], 'a/../b'],
  ['an absolute path', ['members', 0, 'path'], '/etc/passwd'],
  ['the manifest as a member', ['members', 0, 'path'], 'manifest.json'],
  ['another algorithm', ['members', 0, 'bytes_hash'], `blake3:${'0'.repeat(64)}`],
  ['a hash in upper case', ['members', 0, 'bytes_hash'], `sha256:${'A'.repeat(64)}`],
  ['a type of its own', ['members', 0, 'type'], 'evidence'],
  ['an artifact_version that is no text', ['members', 0, 'artifact_version'], 0],
  ['an unknown field of a member', ['members', 0, 'size'], 1],
  ['a note that is no text', ['note'], 1],
  ['an empty pack_id', ['pack_id'], ''],
  ['a time with an offset', ['created'], '2026-01-15T10:30:00+00:00'],
  ['a count that is none', ['member_count'], 1.5],
])('pack.v0.json does not hold for %s', (_, path, part) => {
  expect(isManifest(manifest)).toBe(true);
  expect(isManifest(damaged(manifest, path, part))).toBe(false);
});

it.each<[string, Path, unknown]>([
  ['no note', ['note'], undefined],
  ['a note of null', ['note'], null],
  ['no artifact_version', ['members', 0, 'artifact_version'], undefined],
  ['a manifest further in', ['members', 0, 'path'], 'november/manifest.json'],
])('pack.v0.json holds for %s', (_, path, part) => expect(isManifest(damaged(manifest, path, part))).toBe(true));

/** Complete by its type: a new type of member that is not listed does not compile. */
const types: Readonly<Record<TypeName, true>> = {
  artifact: true,
  'chain-lock': true,
  fingerprint: true,
  ledger: true,
  lockfile: true,
  other: true,
  pack: true,
  profile: true,
  refusal: true,
  registry: true,
  'replay-result': true,
  report: true,
  rules: true,
  seals: true,
  'stack-lock': true,
};

it.each(Object.keys(types))('pack.v0.json holds for a member of the type %s', (type) =>
  expect(isManifest(damaged(manifest, ['members', 0, 'type'], type))).toBe(true),
);

const isReport = compile('pack.verify.v0.json');
const report = GOOD['pack.verify.v0'];
const finding = (fields: object): unknown => damaged(report, ['invalid'], [fields]);
const values = { expected: '1', actual: '2' };

it.each([
  { code: 'MISSING_MEMBER', path: 'a' },
  { code: 'NON_REGULAR_MEMBER', path: 'a' },
  { code: 'HASH_MISMATCH', path: 'a', ...values },
  { code: 'LOCK_HASH_MISMATCH', path: 'a', ...values },
  { code: 'PACK_ID_MISMATCH', ...values },
  { code: 'MEMBER_COUNT_MISMATCH', path: 'november/manifest.json', ...values },
  { code: 'UNKNOWN_FIELD', field: 'x' },
  { code: 'UNKNOWN_FIELD', path: 'a', field: 'x' },
])('pack.verify.v0.json holds for the finding %j', (fields) => expect(isReport(finding(fields))).toBe(true));

it.each([
  { code: 'MISSING_MEMBER' },
  { code: 'EXTRA_MEMBER', path: 'a', ...values },
  { code: 'HASH_MISMATCH', ...values },
  { code: 'SCHEMA_VIOLATION', path: 'a' },
  { code: 'PACK_ID_MISMATCH', path: 'a' },
  { code: 'UNKNOWN_FIELD', path: 'a' },
  { code: 'GONE', path: 'a' },
])('pack.verify.v0.json does not hold for the finding %j', (fields) => expect(isReport(finding(fields))).toBe(false));

it('pack.verify.v0.json does not hold for an outcome that its checks, findings or refusal deny', () => {
  const checks = { ...(report as { checks: object }).checks, member_hashes: true };
  const ok = { ...(report as object), outcome: 'OK', invalid: [], checks };
  expect(isReport(ok)).toBe(true);
  expect(isReport({ ...ok, checks: { ...checks, pack_id: false } })).toBe(false);
  expect(isReport({ ...ok, checks: { ...checks, schema_validation: 'fail' } })).toBe(false);
  expect(isReport({ ...ok, outcome: 'INVALID' })).toBe(false);
  expect(isReport({ ...ok, outcome: 'REFUSAL' })).toBe(false);
  expect(isReport({ ...ok, refusal: { code: 'E_IO', message: 'x', detail: {}, next_command: null } })).toBe(false);
});
