import { expect, test } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { refusalOf } from '../../tests/helpers/to-refuse.ts';
import { draftOf, FACTS, record, without } from '../../tests/lock/lock-lines.ts';

const OTHER_SHARDS = 'shard differs from that of the first record: one lock needs a scan of the whole, or all shards of one scan';

test.each<[what: string, lines: string[], error: string, line?: number]>([
  ['a blank line', [record({}), ''], 'line is empty; expected one JSON value per line', 2],
  ['a line of spaces', ['  '], 'EOF while parsing a value at line 1 column 3'],
  ['what is not JSON', [record({}), 'nope'], 'expected value at line 1 column 1', 2],
  ['a BOM', ['\u{feff}{}'], 'expected value at line 1 column 1'],
  ['no path', [without('relative_path')], 'missing path/relative_path'],
  ['a skip without a path', ['{"_skipped":true,"version":"hash.v0"}'], 'missing path/relative_path'],
  ['no size', [without('size')], 'missing size'],
  ['a size of 1.0', [record({}).replace('"size":1', '"size":1.0')], 'missing size'],
  ['a negative size', [record({ size: -1 })], 'missing size'],
  ['a size of 2^64', [record({}).replace('"size":1', '"size":18446744073709551616')], 'missing size'],
  ['a size in quotes', [record({ size: '1' })], 'missing size'],
  ['an absolute path', [record({ relative_path: '/a' })], 'member path is absolute: /a'],
  ['a path that escapes', [record({ relative_path: 'a\\..\\b' })], 'member path contains traversal: a/../b'],
  ['another algorithm', [record({ bytes_hash: 'md5:00' })], 'unrecognized hash algorithm: md5'],
  ['an algorithm alone', [record({ bytes_hash: 'sha256' })], 'unrecognized hash algorithm: sha256'],
  ['a malformed fingerprint', [record({ fingerprint: { matched: true } })], 'malformed fingerprint: fingerprint_id must be a string'],
  ['a fingerprint that is a list', [record({ fingerprint: [] })], 'malformed fingerprint: expected an object or null'],
  ['warnings that are no list', [record({ _skipped: true, _warnings: {} })], 'malformed _warnings: expected an array'],
  ['a warning that is no object', [record({ _skipped: true, _warnings: ['x'] })], 'malformed _warnings: every entry must be an object'],
  ['a shard that is none', [record({ shard: '8/8' })], 'malformed shard: expected "I/N"'],
  ['a shard of a whole scan', [record({}), record({ relative_path: 'b', shard: '0/1' })], OTHER_SHARDS, 2],
  ['a whole scan beside a shard', [record({ shard: '0/1' }), record({ relative_path: 'b' })], OTHER_SHARDS, 2],
  ['another number of shards', [record({ shard: '0/2' }), record({ relative_path: 'b', shard: '1/3' })], OTHER_SHARDS, 2],
  ['what is bad rather than a missing hash', [without('bytes_hash'), record({ size: null })], 'missing size', 2],
])('LockDraft refuses %s as bad input, with the line', (_, lines, error, line = 1) => {
  const refusal = refusalOf(() => draftOf(lines).finish(FACTS));
  expect([refusal.code, refusal.detail]).toEqual(['E_BAD_INPUT', { line, error }]);
});

const twice = { first_line: 1, error: 'duplicate member path' };
test.each<[string, string[], string, JsonObject]>([
  ['nothing', [], 'E_EMPTY', {}],
  ['what is no object', ['[]'], 'E_BAD_INPUT', { line: 1, version: '<missing>' }],
  ['an unknown version', [record({ version: 'hash.v2' })], 'E_BAD_INPUT', { line: 1, version: 'hash.v2' }],
  ['no version', [without('version')], 'E_BAD_INPUT', { line: 1, version: '<missing>' }],
  ['a version that is a number', [record({ version: 0 })], 'E_BAD_INPUT', { line: 1, version: '<missing>' }],
  ['an unknown version of a skip', [record({ version: 'x', _skipped: true })], 'E_BAD_INPUT', { line: 1, version: 'x' }],
  ['an upstream refusal', ['{"outcome":"REFUSAL","refusal":{"code":"E_ROOT"},"version":"vacuum.v0"}'], 'E_ROOT', { upstream: 'vacuum' }],
  ['a duplicate', [record({}), record({ relative_path: 'b' }), record({})], 'E_BAD_INPUT', { line: 3, path: 'a', ...twice }],
  ['a duplicate before what is not JSON', [record({}), record({}), 'nope'], 'E_BAD_INPUT', { line: 2, path: 'a', ...twice }],
  [
    'a duplicate in another spelling',
    [record({ relative_path: 'x\\a' }), record({ relative_path: 'x/a' })],
    'E_BAD_INPUT',
    { line: 2, path: 'x/a', ...twice },
  ],
  [
    'missing hashes, at most five by name',
    Array.from({ length: 7 }, (_, i) => without('bytes_hash', { relative_path: `p${i}` })),
    'E_MISSING_HASH',
    { count: 7, sample_paths: ['p0', 'p1', 'p2', 'p3', 'p4'] },
  ],
  [
    'hashes that are null, blank or no string',
    [record({ bytes_hash: null }), record({ bytes_hash: ' \t' }), record({ bytes_hash: 7 }), record({ bytes_hash: '' })],
    'E_MISSING_HASH',
    { count: 4, sample_paths: ['a', 'a', 'a', 'a'] },
  ],
  [
    'records of which a shard is missing',
    [record({ shard: '0/4' }), record({ relative_path: 'b', shard: '2/4' })],
    'E_PARTS_MISSING',
    {
      missing: [
        [1, 1],
        [3, 3],
      ],
      shards: 4,
    },
  ],
  [
    'a shard of one root and another shard of another',
    [record({ shard: '0/2', root: '/a' }), record({ relative_path: 'b', shard: '1/2', root: '/b' })],
    'E_PARTS_MISSING',
    { missing: [[1, 1]], shards: 2 },
  ],
  ['a missing hash whatever else is missing', ['{"version":"hash.v0"}'], 'E_MISSING_HASH', { count: 1, sample_paths: ['<unknown>'] }],
])('LockDraft refuses %s', (_, lines, code, detail) => {
  const refusal = refusalOf(() => draftOf(lines).finish(FACTS));
  expect([refusal.code, refusal.detail]).toEqual([code, detail]);
});

test.each<[string, string[], string]>([
  [
    'the root that all records agree on',
    [record({ root: "/it's here" }), record({ root: "/it's here" })],
    `vacuum '/it'"'"'s here' | hashbytes | lock --dataset-id d`,
  ],
  [
    'the root in another spelling',
    [record({ root: '/d' }), record({}).replace('"size":1', '"size":1,"root":"\\/d"')],
    'vacuum /d | hashbytes | lock --dataset-id d',
  ],
  ['no folder, where roots differ', [record({ root: '/d' }), record({ root: '/e' })], 'lock --help'],
  ['no folder, where one record has none', [record({ root: '/d' }), record({})], 'lock --help'],
])('LockDraft refuses and names %s', (_, lines, command) =>
  expect(refusalOf(() => draftOf(lines).finish(FACTS)).nextCommand).toBe(command),
);
