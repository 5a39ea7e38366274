/** The published schemas hold for what the program really prints, and for nothing damaged. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { run } from '#cli/run';
import { custody, tools } from '#cli/tools';
import { fakeContext } from '../helpers/fake-context.ts';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { compile, damaged, type Path } from './published-schema.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Every document of a version that a script states byte for byte; that they are what is printed, the scripts prove. */
function printed(version: string): Record<string, unknown>[] {
  return printedDocuments().filter((document) => document['version'] === version);
}

const names = readdirSync(new URL('../../schemas', import.meta.url)).filter((name) => name.endsWith('.json'));

it.each(names)('%s is a JSON Schema of 2020-12 that compiles', (name) => {
  expect(JSON.parse(read(`schemas/${name}`))).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
  expect(compile(name)).toBeTypeOf('function');
});

const isLock = compile('lock.v0.json');
const lock = printed('lock.v0').find((document) => Array.isArray(document['members']) && document['members'].length > 0) as Record<
  string,
  unknown
>;
it.each<[string, Path, unknown]>([
  ['another algorithm', ['members', 0, 'bytes_hash'], 'md5:00'],
  ['a negative size', ['members', 0, 'size'], -1],
  ['half a byte', ['members', 0, 'size'], 0.5],
  [
    'a fingerprint with more fields',
    ['members', 0, 'fingerprint'],
    { content_hash: null, fingerprint_id: '', fingerprint_version: '', matched: true, reason: null },
  ],
  ['a self-hash in upper case', ['lock_hash'], `sha256:${'A'.repeat(64)}`],
  ['an empty self-hash', ['lock_hash'], ''],
  ['a time with an offset', ['created'], '2026-01-15T10:30:00+00:00'],
  ['a time with fractions', ['created'], '2026-01-15T10:30:00.000Z'],
  ['a profile', ['profiles'], ['p']],
  ['no version of lock', ['tool_versions'], { vacuum: '0.1.0' }],
  ['a tool version that is no text', ['tool_versions'], { lock: 1 }],
])('lock.v0.json does not hold for %s', (_, path, part) => expect(isLock(damaged(lock, path, part))).toBe(false));

it.each(['a', '..a', 'a..', 'a/...', '.hidden/b', 'a\\b', 'sub/C:', 'new\nline', 'é/😀', ' '])(
  'lock.v0.json holds for the path %j',
  (path) => expect(isLock(damaged(lock, ['members', 0, 'path'], path))).toBe(true),
);

it.each(['/etc/passwd', '\\etc', 'C:data', 'a/../b', 'a\\..\\b', 'a\n/../b', './a', 'a//b', '', 'a\u0000b'])(
  'lock.v0.json does not hold for the path %j',
  (path) => expect(isLock(damaged(lock, ['members', 0, 'path'], path))).toBe(false),
);

const isReport = compile('lock-verify.v0.json');
const reports = printed('lock-verify.v0');
const withReason = (reason: string) => reports.find((document) => JSON.stringify(document).includes(`"reason":"${reason}"`)) as object;

it('lock-verify.v0.json does not hold for members of a tampered lock, nor for a self-hash that fails with VERIFY_OK', () => {
  const judged = reports.find((document) => document['members'] !== null && document['outcome'] === 'VERIFY_FAILED');
  expect(isReport(damaged(judged, ['lock_hash', 'valid'], false))).toBe(false);
  const tampered = reports.find((document) => document['members'] === null && document['outcome'] === 'VERIFY_FAILED');
  expect(isReport(damaged(tampered, ['outcome'], 'VERIFY_OK'))).toBe(false);
});

it.each(['HASH_MISMATCH', 'SIZE_MISMATCH', 'MISSING', 'NOT_REGULAR', 'EXTRA'])(
  'lock-verify.v0.json does not hold for %s with the values of another reason',
  (reason) => {
    const failure = (withReason(reason) as { members: { failures: { reason: string }[] } }).members.failures.find(
      (each) => each.reason === reason,
    );
    const others = ['HASH_MISMATCH', 'SIZE_MISMATCH', 'EXTRA'].filter((other) => other !== reason);
    const document = (entry: unknown) => damaged(withReason(reason), ['members', 'failures'], [entry]);
    expect(isReport(document(failure))).toBe(true);
    expect(others.filter((other) => isReport(document({ ...failure, reason: other })))).toEqual([]);
  },
);

const isRefusal = compile('refusal.v0.json');

it('refusal.v0.json holds for every refusal that any script prints', () => {
  const refusals = printedDocuments().filter((each) => each['outcome'] === 'REFUSAL' && Object.keys(each).length === 3);
  const versions = new Set(refusals.map((each) => each['version']));
  expect([...versions]).toEqual(
    expect.arrayContaining(['lock.v0', 'vacuum.v0', 'hash.v0', 'pack.v0', 'chain-verify.v0', 'chain.result.v0']),
  );
  expect(refusals.length).toBeGreaterThan(100);
  expect(refusals.filter((refusal) => !isRefusal(refusal))).toEqual([]);
  expect(refusals.filter((refusal) => isRefusal({ ...refusal, outcome: 'OK' }))).toEqual([]);
});

it.each(['.v0', 'chain', 'chain..v0', 'chain-.v0', 'chain.result', 'chain.v', 'Chain.v0', 'chain.v0.result'])(
  'refusal.v0.json does not hold for the version %s',
  (version) => {
    const [refusal] = printed('chain.result.v0').filter((each) => each['outcome'] === 'REFUSAL');
    expect(isRefusal(refusal)).toBe(true);
    expect(isRefusal({ ...refusal, version })).toBe(false);
  },
);

it.each(['code', 'message', 'detail', 'next_command'])('refusal.v0.json does not hold without %s', (field) => {
  const [refusal] = printed('lock.v0').filter((each) => each['outcome'] === 'REFUSAL');
  expect(isRefusal(damaged(refusal, ['refusal', field], undefined))).toBe(false);
});

const isOperator = compile('operator.v0.json');

it.each([custody, ...tools].map((tool) => (tool.binary === null ? `custody ${tool.name}` : tool.binary)))(
  'operator.v0.json holds for %s --describe',
  async (line) => {
    const context = fakeContext(`${line} --describe`);
    expect(await run(context)).toBe(0);
    const operator = JSON.parse(context.out());
    expect(isOperator(operator), JSON.stringify(isOperator.errors)).toBe(true);
    expect(isOperator({ ...operator, schema_version: 'operator.v1' })).toBe(false);
    expect(isOperator({ ...operator, refusals: [{ code: 'bad', message: '', action: 'give up' }] })).toBe(false);
    expect(isOperator(damaged(operator, ['invocation', 'binary'], undefined))).toBe(false);
  },
);
