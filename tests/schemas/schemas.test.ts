/** The published schemas hold for what the program really prints, and for nothing damaged. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '#cli/run';
import { custody, tools } from '#cli/tools';
import { fakeWorld } from '../helpers/fake-world.ts';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { compile, damaged } from './published-schema.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Every document of a version that a script states byte for byte; that they are what is printed, the scripts prove. */
function printed(version: string): Record<string, unknown>[] {
  return printedDocuments().filter((document) => document['version'] === version);
}

function keysOf(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    return [...(Array.isArray(value) ? [] : [here]), ...keysOf(inner, here)];
  });
}

/** Optional, or holding whatever came. */
const FREE = ['detail', 'hints', 'metadata', 'new', 'not_selected', 'old', 'tool_versions'];
/** Optional in one document, required by that name in another. */
const OPTIONAL: Readonly<Record<string, RegExp>> = {
  'chain.result.v0': /^(passed_over|locks\.\d+\.retires)$/,
  'lock-verify.v0': /^(content|expect|left_out(\..*)?)$/,
  'lock.v0': /^scope$/,
  'pack.v0': /^(note|members\.\d+\.artifact_version)$/,
  'pack.verify.v0': /^invalid\.\d+\.path$/,
};

describe('every schema', () => {
  const names = readdirSync(new URL('../../schemas', import.meta.url)).filter((name) => name.endsWith('.json'));

  it.each(names)('%s is a JSON Schema of 2020-12 that compiles', (name) => {
    expect(JSON.parse(read(`schemas/${name}`))).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
    expect(compile(name)).toBeTypeOf('function');
  });
});

describe.each(['lock.v0', 'lock-verify.v0', 'lock-diff.v0', 'pack.v0', 'pack.verify.v0', 'chain.result.v0'])('%s.json', (version) => {
  const validate = compile(`${version}.json`);
  const documents = printed(version);
  const verdicts = documents.filter((document) => document['outcome'] !== 'REFUSAL');

  it('holds for every document and refusal that the scripts print', () => {
    expect(verdicts.length).toBeGreaterThan(2);
    expect(documents.length).toBeGreaterThan(verdicts.length);
    expect(documents.filter((document) => !validate(document))).toEqual([]);
  });

  it('does not hold where a field is gone, renamed, added or of another type', () => {
    const isFree = (path: readonly (string | number)[]): boolean =>
      path.some((key) => FREE.includes(String(key))) || OPTIONAL[version]?.test(path.join('.')) === true;
    const sample = documents.filter((_, at) => at % 5 === 0);
    const survivors = sample.flatMap((document) =>
      keysOf(document)
        .filter((path) => !isFree(path))
        .filter((path) => validate(damaged(document, path, undefined)) || validate(damaged(document, path, { not: 'this' })))
        .map((path) => path.join('.')),
    );
    expect(survivors).toEqual([]);
    expect(sample.filter((document) => validate({ ...document, more: true }))).toEqual([]);
    expect(sample.filter((document) => validate({ ...document, version: 'lock.v1' }))).toEqual([]);
  });
});

describe('lock.v0.json', () => {
  const validate = compile('lock.v0.json');
  const lock = printed('lock.v0').find((document) => Array.isArray(document['members']) && document['members'].length > 0) as Record<
    string,
    unknown
  >;
  const at = (...path: (string | number)[]) => path;

  it.each([
    ['an absolute path', at('members', 0, 'path'), '/etc/passwd'],
    ['a path with a leading backslash', at('members', 0, 'path'), '\\etc'],
    ['a drive letter', at('members', 0, 'path'), 'C:data'],
    ['a traversal', at('members', 0, 'path'), 'a/../b'],
    ['a traversal behind a backslash', at('members', 0, 'path'), 'a\\..\\b'],
    ['a traversal after a line feed', at('members', 0, 'path'), 'a\n/../b'],
    ['a dot segment', at('members', 0, 'path'), './a'],
    ['an empty segment', at('members', 0, 'path'), 'a//b'],
    ['an empty path', at('members', 0, 'path'), ''],
    ['a path with NUL', at('members', 0, 'path'), 'a\u0000b'],
    ['another algorithm', at('members', 0, 'bytes_hash'), 'md5:00'],
    ['a negative size', at('members', 0, 'size'), -1],
    ['half a byte', at('members', 0, 'size'), 0.5],
    [
      'a fingerprint with more fields',
      at('members', 0, 'fingerprint'),
      { content_hash: null, fingerprint_id: '', fingerprint_version: '', matched: true, reason: null },
    ],
    ['a self-hash in upper case', at('lock_hash'), `sha256:${'A'.repeat(64)}`],
    ['an empty self-hash', at('lock_hash'), ''],
    ['a time with an offset', at('created'), '2026-01-15T10:30:00+00:00'],
    ['a time with fractions', at('created'), '2026-01-15T10:30:00.000Z'],
    ['a profile', at('profiles'), ['p']],
    ['no version of lock', at('tool_versions'), { vacuum: '0.1.0' }],
    ['a tool version that is no text', at('tool_versions'), { lock: 1 }],
  ])('does not hold for %s', (_, path, part) => {
    expect(validate(damaged(lock, path, part))).toBe(false);
  });

  it.each(['a', '..a', 'a..', 'a/...', '.hidden/b', 'a\\b', 'sub/C:', 'new\nline', 'é/😀', ' '])('holds for the path %j', (path) => {
    expect(validate(damaged(lock, ['members', 0, 'path'], path))).toBe(true);
  });
});

describe('lock-verify.v0.json', () => {
  const validate = compile('lock-verify.v0.json');
  const documents = printed('lock-verify.v0');
  const withReason = (reason: string) => documents.find((document) => JSON.stringify(document).includes(`"reason":"${reason}"`)) as object;

  it('does not hold for members of a tampered lock, nor for a self-hash that fails with VERIFY_OK', () => {
    const judged = documents.find((document) => document['members'] !== null && document['outcome'] === 'VERIFY_FAILED');
    expect(validate(damaged(judged, ['lock_hash', 'valid'], false))).toBe(false);
    const tampered = documents.find((document) => document['members'] === null && document['outcome'] === 'VERIFY_FAILED');
    expect(validate(damaged(tampered, ['outcome'], 'VERIFY_OK'))).toBe(false);
  });

  it.each(['HASH_MISMATCH', 'SIZE_MISMATCH', 'MISSING', 'NOT_REGULAR', 'EXTRA'])(
    'does not hold for %s with the values of another reason',
    (reason) => {
      const failure = (withReason(reason) as { members: { failures: { reason: string }[] } }).members.failures.find(
        (each) => each.reason === reason,
      );
      const others = ['HASH_MISMATCH', 'SIZE_MISMATCH', 'EXTRA'].filter((other) => other !== reason);
      const document = (entry: unknown) => damaged(withReason(reason), ['members', 'failures'], [entry]);
      expect(validate(document(failure))).toBe(true);
      expect(others.filter((other) => validate(document({ ...failure, reason: other })))).toEqual([]);
    },
  );
});

describe('refusal.v0.json', () => {
  const validate = compile('refusal.v0.json');

  it('holds for every refusal that any script prints', () => {
    const refusals = printedDocuments().filter((each) => each['outcome'] === 'REFUSAL' && Object.keys(each).length === 3);
    const versions = new Set(refusals.map((each) => each['version']));
    expect([...versions]).toEqual(
      expect.arrayContaining(['lock.v0', 'vacuum.v0', 'hash.v0', 'pack.v0', 'chain-verify.v0', 'chain.result.v0']),
    );
    expect(refusals.length).toBeGreaterThan(100);
    expect(refusals.filter((refusal) => !validate(refusal))).toEqual([]);
    expect(refusals.filter((refusal) => validate({ ...refusal, outcome: 'OK' }))).toEqual([]);
  });

  it.each(['.v0', 'chain', 'chain..v0', 'chain-.v0', 'chain.result', 'chain.v', 'Chain.v0', 'chain.v0.result'])(
    'does not hold for the version %s',
    (version) => {
      const [refusal] = printed('chain.result.v0').filter((each) => each['outcome'] === 'REFUSAL');
      expect(validate(refusal)).toBe(true);
      expect(validate({ ...refusal, version })).toBe(false);
    },
  );

  it.each(['code', 'message', 'detail', 'next_command'])('does not hold without %s', (field) => {
    const [refusal] = printed('lock.v0').filter((each) => each['outcome'] === 'REFUSAL');
    expect(validate(damaged(refusal, ['refusal', field], undefined))).toBe(false);
  });
});

describe('operator.v0.json', () => {
  const validate = compile('operator.v0.json');

  it.each([custody, ...tools].map((tool) => (tool.binary === null ? `custody ${tool.name}` : tool.binary)))(
    'holds for %s --describe',
    async (line) => {
      const world = fakeWorld(`${line} --describe`);
      expect(await run(world)).toBe(0);
      const operator = JSON.parse(world.out());
      expect(validate(operator), JSON.stringify(validate.errors)).toBe(true);
      expect(validate({ ...operator, schema_version: 'operator.v1' })).toBe(false);
      expect(validate({ ...operator, refusals: [{ code: 'bad', message: '', action: 'give up' }] })).toBe(false);
      expect(validate(damaged(operator, ['invocation', 'binary'], undefined))).toBe(false);
    },
  );
});
