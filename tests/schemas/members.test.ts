/** The catalogue of schemas for members: every known version has an open and a full one, and they hold for what they should. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import type { JsonValue } from '#core/json/value';
import { VERSIONS } from '#pack/member-type';
import { hasSchema, schemaFault } from '#pack/ops/member-schemas';
import { GOOD } from '../pack/member-samples.ts';

const folder = fileURLToPath(new URL('../../schemas/', import.meta.url));
const OWN = ['lock-verify.v0', 'lock.v0', 'pack-reference.v0', 'pack.diff.v0', 'pack.v0', 'pack.verify.v0'];
const versions = [...VERSIONS.keys()];

/** As a member would be read: by the strict reader. */
const read = (document: unknown): JsonValue => parseJson(encodeUtf8(JSON.stringify(document)));
const fault = (version: string, depth: 'open' | 'full', document: unknown): string | null => schemaFault(version, depth, read(document));

/** The sample with one field put in place of another; undefined removes it. */
function changed(version: string, path: string, value: unknown): unknown {
  const copy = structuredClone(GOOD[version]) as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() as string;
  const parent = keys.reduce((at, key) => at[key] as Record<string, unknown>, copy);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

describe('the catalogue', () => {
  it('has an open and a full schema of each known version, and of no other', () => {
    const files = readdirSync(`${folder}members`).sort();
    const open = versions.map((version) => `${version}.open.json`);
    const full = versions.filter((version) => !OWN.includes(version)).map((version) => `${version}.json`);
    expect(files).toEqual([...open, ...full].sort());
    expect(OWN.filter((version) => !readdirSync(folder).includes(`${version}.json`))).toEqual([]);
    expect(versions.filter((version) => !hasSchema(version))).toEqual([]);
    expect(['rvl.v1', 'toString', '', 'members/rvl.v0'].filter(hasSchema)).toEqual([]);
  });

  it('is JSON Schema 2020-12 that compiles in strict mode, each file by itself', () => {
    for (const name of readdirSync(`${folder}members`)) {
      const schema = JSON.parse(readFileSync(`${folder}members/${name}`, 'utf8'));
      const id = name.endsWith('.open.json') ? `${name.slice(0, -10)}:open` : name.slice(0, -5);
      expect([schema.$schema, schema.$id]).toEqual(['https://json-schema.org/draft/2020-12/schema', `urn:custody:schema:members:${id}`]);
      const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
      expect(() => ajv.compile(schema)).not.toThrow();
    }
  });

  it('does not judge what it has no schema for', () => expect(() => schemaFault('rvl.v1', 'open', {})).toThrow('no schema of rvl.v1'));
});

describe.each(versions)('the schemas of %s', (version) => {
  it('hold for a good one', () =>
    expect([fault(version, 'open', GOOD[version]), fault(version, 'full', GOOD[version])]).toEqual([null, null]));

  it.each([
    ['null', null],
    ['a list', []],
    ['a string', version],
    ['no version', {}],
    ['another version', { ...(GOOD[version] as object), version: 'rvl.v9' }],
    ['an outcome that is no string', { ...(GOOD[version] as object), outcome: 1 }],
  ])('do not hold for %s', (_, document) => {
    expect(fault(version, 'open', document)).toEqual(expect.any(String));
    expect(fault(version, 'full', document)).toEqual(expect.any(String));
  });

  it('are open or not as to other outcomes and fields', () => {
    // What a reference stands for is judged by all of it.
    if (version === 'pack-reference.v0') return expect(fault(version, 'open', changed(version, 'more', 1))).toBe('must not have more');
    const [outcome, field] = [changed(version, 'outcome', 'SHAPE_CHANGE'), changed(version, 'unheard_of', { a: [1.5] })];
    expect([fault(version, 'open', outcome), fault(version, 'open', field)]).toEqual([null, null]);
  });
});

it.each([
  ['verify.rules.v0', 'rules', undefined, 'must have rules'],
  ['verify.rules.v0', 'rules', {}, '/rules must be array'],
  ['pack.v0', 'pack_id', undefined, 'must have pack_id'],
  ['pack.v0', 'pack_id', 7, '/pack_id must be string'],
  ['pack.v0', 'members', {}, '/members must be array'],
  ['rvl.v0', 'version', 'shape.v0', '/version must be rvl.v0'],
  ['rvl.v0', 'outcome', null, '/outcome must be string'],
])('schemaFault() says of an open %s whose %s is %j: %4$s', (version, path, value, text) =>
  expect(fault(version, 'open', changed(version, path, value))).toBe(text),
);

it.each([
  ['shape.v0', 'outcome', 'SHAPE_CHANGE', '/outcome must be one of COMPATIBLE, INCOMPATIBLE, REFUSAL'],
  ['shape.v0', 'checks', null, '/checks must be object'],
  ['shape.v0', 'checks.schema_overlap.overlap_ratio', 1.5, '/checks/schema_overlap/overlap_ratio must be <= 1'],
  ['shape.v0', 'files.new', undefined, '/files must have new'],
  ['shape.v0', 'reasons', undefined, 'must have reasons'],
  ['rvl.v0', 'outcome', 'CHANGE', '/outcome must be one of REAL_CHANGE, NO_REAL_CHANGE, REFUSAL'],
  ['rvl.v0', 'alignment.mode', 'columns', '/alignment/mode must be one of key, row_order'],
  ['rvl.v0', 'contributors.0.share', '0.5', '/contributors/0/share must be number'],
  ['rvl.v0', 'refusal', { code: 'E_IO', message: '' }, '/refusal must be null'],
  ['compare.v0', 'outcome', 'DIFFERENT', '/outcome must be one of CHANGES, NO_CHANGES, REFUSAL'],
  ['compare.v0', 'summary.cells_changed', -1, '/summary/cells_changed must be >= 0'],
  ['verify.v0', 'outcome', 'OK', '/outcome must be one of PASS, FAIL, REFUSAL'],
  ['verify.v0', 'violations', 0.5, '/violations must be integer'],
  ['verify.report.v1', 'outcome', 'OK', '/outcome must be one of PASS, FAIL, REFUSAL'],
  ['verify.report.v1', 'extra', 1, 'must not have extra'],
  ['verify.report.v1', 'tool', 'rvl', '/tool must be verify'],
  ['verify.report.v1', 'execution_mode', 'stream', '/execution_mode must be one of batch, embedded'],
  [
    'verify.report.v1',
    'policy_signals.severity_band',
    'RED',
    '/policy_signals/severity_band must be one of CLEAN, WARN_ONLY, ERROR_PRESENT',
  ],
  ['verify.report.v1', 'constraint_hash', 'md5:0', '/constraint_hash must match ^sha256:[0-9a-f]{64}$'],
  ['verify.constraint.v1', 'constraint_set_id', undefined, 'must have constraint_set_id'],
  ['verify.constraint.v1', 'rules', ['r'], '/rules/0 must be object'],
  ['verify.rules.v0', 'rules', ['r'], '/rules/0 must be object'],
  ['canon.v0', 'outcome', 'OK', '/outcome must be one of RESOLVED, PARTIAL, UNRESOLVED, REFUSAL'],
  ['canon.v0', 'registry', null, '/registry must be object'],
  ['canon.v0', 'summary.total', undefined, '/summary must have total'],
  ['assess.v0', 'tool', undefined, 'must have tool'],
  ['assess.v0', 'decision_band', 'GO', '/decision_band must be one of PROCEED, PROCEED_WITH_RISK, ESCALATE, BLOCK, null'],
  ['benchmark.v0', 'outcome', 'GOOD', '/outcome must be one of PASS, FAIL, REFUSAL'],
  ['benchmark.v0', 'summary.passed', '3', '/summary/passed must be integer'],
  ['lock.v0', 'members.0.size', -1, '/members/0/size must be >= 0'],
  ['lock.v0', 'members.0.fingerprint', {}, '/members/0/fingerprint must have content_hash'],
  ['lock.v0', 'as_of', undefined, 'must have as_of'],
  ['lock-verify.v0', 'members.failures.0.reason', 'GONE', '/members/failures/0/reason must be one of HASH_MISMATCH, SUSPECTED_DAMAGE'],
  ['pack.v0', 'members.0.path', '../x', '/members/0/path must match its pattern'],
  ['pack.v0', 'members.0.path', 'manifest.json', '/members/0/path must match its pattern'],
  ['pack.v0', 'members.0.bytes_hash', 'sha256:0', '/members/0/bytes_hash must match ^sha256:[0-9a-f]{64}$'],
  ['pack.v0', 'extra', 1, 'must not have extra'],
  ['pack.verify.v0', 'checks.pack_id', 'yes', '/checks/pack_id must be boolean'],
  ['pack.verify.v0', 'invalid.0.code', 'GONE', expect.stringMatching(/^\/invalid\/0\/code must be one of MISSING_MEMBER, /)],
  ['pack.diff.v0', 'unchanged', -1, '/unchanged must be >= 0'],
])('schemaFault() says of a full %s whose %s is %j', (version, path, value, text) =>
  expect(fault(version, 'full', changed(version, path, value))).toEqual(text),
);

it.each([
  ['shape.v0', { checks: null, reasons: null }],
  ['rvl.v0', { counts: null, metrics: null, contributors: null }],
  ['compare.v0', { summary: null, changes: null }],
  ['canon.v0', { registry: null, summary: null, mappings: [], unresolved: [] }],
  ['verify.v0', {}],
  ['verify.report.v1', { summary: null, results: [] }],
  ['benchmark.v0', { summary: null }],
])('schemaFault() takes a refusal of %s, which says why', (version, nothing) => {
  const refusal = { code: 'E_IO', message: 'cannot read', detail: {} };
  const refused = { ...(GOOD[version] as object), ...nothing, outcome: 'REFUSAL', refusal };
  expect(fault(version, 'full', refused)).toBeNull();
  expect(fault(version, 'full', { ...refused, refusal: null })).toBe('/refusal must be object');
  expect(fault(version, 'full', { ...refused, refusal: { ...refusal, code: 'bad' } })).toBe('/refusal/code must match ^E_[A-Z0-9_]+$');
});

it('schemaFault() takes a refusal of assess, which has no band', () => {
  const refusal = { code: 'E_POLICY', message: 'no policy', detail: {}, next_command: null };
  const refused = { tool: 'assess', version: 'assess.v0', decision_band: null, refusal };
  expect(fault('assess.v0', 'full', refused)).toBeNull();
  expect(fault('assess.v0', 'full', { ...refused, refusal: { ...refusal, next_command: undefined } })).toBe(
    '/refusal must have next_command',
  );
  expect(fault('assess.v0', 'full', { ...refused, decision_band: 'BLOCK' })).toBe('/decision_band must be null');
  expect(fault('assess.v0', 'full', { ...refused, refusal: null })).toBe('/decision_band must be string');
});

it('schemaFault() wants next_step, not next_command, in a refusal of verify.report.v1', () => {
  const refusal = { code: 'E_IO', message: 'cannot read', next_step: null };
  const refused = { ...(GOOD['verify.report.v1'] as object), outcome: 'REFUSAL', refusal };
  expect(fault('verify.report.v1', 'full', refused)).toBeNull();
  expect(fault('verify.report.v1', 'full', { ...refused, refusal: { ...refusal, next_command: null } })).toBe(
    '/refusal/next_command must not be there',
  );
});

it('schemaFault() applies the open schema before the full one: a refusal is no pack', () => {
  const refusal = { version: 'pack.v0', outcome: 'REFUSAL', refusal: { code: 'E_IO', message: 'x', detail: {}, next_command: null } };
  expect(fault('pack.v0', 'full', refusal)).toBe('must have pack_id');
});

it('schemaFault() takes every number as the reader gives it', () => {
  const lock = (size: string): JsonValue => parseJson(encodeUtf8(JSON.stringify(GOOD['lock.v0']).replace('"size":1', `"size":${size}`)));
  expect(schemaFault('lock.v0', 'full', lock('1.0'))).toBeNull();
  expect(schemaFault('lock.v0', 'full', lock('9007199254740993'))).toBeNull();
  expect(schemaFault('lock.v0', 'full', lock('18446744073709551615'))).toBeNull();
  expect(schemaFault('lock.v0', 'full', lock('1.5'))).toBe('/members/0/size must be integer');
  expect(schemaFault('lock.v0', 'full', lock('1e30'))).toBe('/members/0/size must be <= 18446744073709552000');
});

it('schemaFault() leaves the value as it was', () => {
  const value = parseJson(encodeUtf8('{"version":"rvl.v0","a":[1.5,{"b":9007199254740993}]}'));
  const before = structuredClone(value);
  schemaFault('rvl.v0', 'full', value);
  expect(structuredClone(value)).toEqual(before);
});
