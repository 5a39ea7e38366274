import { describe, expect, it } from 'vitest';
import type { Refusal } from '#core/refusal';
import { member, sealedLock } from '../../tests/lock/judged-lock.ts';
import * as create from './refusals.ts';
import * as verify from './verify-refusals.ts';

const call = { words: 'lock --dataset-id my-dataset --output d.json', input: null };
const pipeline = { root: '/data/dec', call };
const again = 'vacuum /data/dec | hashbytes | lock --dataset-id my-dataset --output d.json';
const place = { path: 'dec.lock.json' };
const seen = 'head -c 200 dec.lock.json';

const refusals: readonly [Refusal, string, string, object, string | null][] = [
  [create.emptyInput(), 'E_EMPTY', 'no input records — run vacuum first', {}, 'vacuum --help'],
  [create.emptyScan('data', false), 'E_EMPTY', 'no files to lock in data', { root: 'data' }, 'ls -la data'],
  [
    create.emptyScan("it's", true),
    'E_EMPTY',
    "no files to lock in it's: --include and --exclude leave none",
    { root: "it's" },
    `ls -la 'it'"'"'s'`,
  ],
  [
    create.badLine(42, 'expected value at line 1 column 1', pipeline),
    'E_BAD_INPUT',
    'invalid JSONL at line 42 — lock expects versioned JSONL from upstream tools',
    { line: 42, error: 'expected value at line 1 column 1' },
    again,
  ],
  [
    create.unknownVersion(3, 'hash.v2', pipeline),
    'E_BAD_INPUT',
    'unknown record version "hash.v2" at line 3 — lock expects vacuum.v0, hash.v0, or fingerprint.v0 records',
    { line: 3, version: 'hash.v2' },
    again,
  ],
  [
    create.duplicatePath('a', 1, 7, pipeline),
    'E_BAD_INPUT',
    'line 7 repeats the member path of line 1: a',
    { line: 7, first_line: 1, path: 'a', error: 'duplicate member path' },
    again,
  ],
  [
    create.missingHash(3, ['data/model.xlsx', 'data/tape.csv', 'data/readme.pdf'], pipeline),
    'E_MISSING_HASH',
    '3 records lack bytes_hash — run hash first',
    { count: 3, sample_paths: ['data/model.xlsx', 'data/tape.csv', 'data/readme.pdf'] },
    again,
  ],
  [
    create.missingHash(1, ['a'], pipeline),
    'E_MISSING_HASH',
    '1 record lacks bytes_hash — run hash first',
    { count: 1, sample_paths: ['a'] },
    again,
  ],
  [
    create.skippedRecords(2, ['a', 'b'], '/data/dec'),
    'E_SKIPPED',
    '2 records were skipped and --strict was given',
    { count: 2, sample_paths: ['a', 'b'] },
    'vacuum /data/dec | hashbytes',
  ],
  [
    create.skippedRecords(1, ['a'], null),
    'E_SKIPPED',
    '1 record was skipped and --strict was given',
    { count: 1, sample_paths: ['a'] },
    null,
  ],
  [
    create.cannotAccess('cannot read input — Why', 'in', 'Why', 'ls'),
    'E_IO',
    'cannot read input — Why',
    { path: 'in', error: 'Why' },
    'ls',
  ],
  [
    create.outputInRoot('data/d.json', 'data', null),
    'E_OUTPUT_IN_ROOT',
    '--output data/d.json lies inside the scanned folder data: the next run would pin it',
    { path: 'data/d.json', root: 'data' },
    null,
  ],
  [
    create.outputExists('d.json', { kind: 'no lock', error: 'why' }, 'head -c 200 d.json'),
    'E_EXISTS',
    '--output d.json exists and is no lock: choose another name, or replace it with --force',
    { path: 'd.json', error: 'why' },
    'head -c 200 d.json',
  ],
  [
    create.outputExists('d.json', { kind: 'another lock' }, 'lock verify d.json'),
    'E_EXISTS',
    '--output d.json exists and is a lock of other members, skips or identity: choose another name, or replace it with --force',
    { path: 'd.json', error: 'a lock of other members, skips or identity' },
    'lock verify d.json',
  ],
  [
    verify.noMatch(
      'dec.lock.json',
      [{ text: '2025-12/prt-*.csv' }],
      sealedLock({ members: ['2025-11/part-1.csv', '2025-12/a', '2025-12/part-1.csv', 'b'].map((path) => member(path)) }).members,
    ),
    'E_NO_MATCH',
    'no member matches --only 2025-12/prt-*.csv; nearest: 2025-12/part-1.csv, 2025-12/a, 2025-11/part-1.csv',
    {
      path: 'dec.lock.json',
      only: ['2025-12/prt-*.csv'],
      nearest: ['2025-12/part-1.csv', '2025-12/a', '2025-11/part-1.csv'],
      member_count: 4,
    },
    null,
  ],
  [
    verify.unreadableLockfile(place, 'No such file or directory'),
    'E_IO',
    'cannot read lockfile — No such file or directory',
    { path: 'dec.lock.json', error: 'No such file or directory' },
    'ls -la .',
  ],
  [
    verify.malformed(place, 'expected value at line 1 column 1'),
    'E_BAD_LOCKFILE',
    'malformed lockfile JSON — expected value at line 1 column 1',
    { path: 'dec.lock.json', error: 'expected value at line 1 column 1' },
    seen,
  ],
  [
    verify.missingFields(place, ['members']),
    'E_BAD_LOCKFILE',
    'lockfile missing required field: members',
    { path: 'dec.lock.json', missing_fields: ['members'] },
    seen,
  ],
  [
    verify.missingFields(place, ['version', 'members']),
    'E_BAD_LOCKFILE',
    'lockfile missing required fields: version, members',
    { path: 'dec.lock.json', missing_fields: ['version', 'members'] },
    seen,
  ],
  [
    verify.unsupportedVersion(place, 'lock.v3'),
    'E_UNSUPPORTED_VERSION',
    'unsupported lockfile version: lock.v3',
    { path: 'dec.lock.json', version: 'lock.v3' },
    'lock --version',
  ],
  [
    verify.inconsistent(place, 'why', { field: 'member_count' }),
    'E_BAD_LOCKFILE',
    'inconsistent lockfile — why',
    { path: 'dec.lock.json', error: 'why', field: 'member_count' },
    seen,
  ],
  [
    verify.rootNotFound('/data/dec', 'No such file or directory'),
    'E_ROOT_NOT_FOUND',
    'root directory not found: /data/dec',
    { path: '/data/dec', error: 'No such file or directory' },
    'ls -la /data',
  ],
  [
    verify.tampered(place, 'sha256:00', 'sha256:01'),
    'E_TAMPERED',
    'lockfile does not match its own hash: dec.lock.json',
    { path: 'dec.lock.json', stored: 'sha256:00', computed: 'sha256:01' },
    'lock verify dec.lock.json',
  ],
  [
    verify.badMember(place, { kind: 'path', index: 2, path: '/etc/passwd', error: 'member path is absolute: /etc/passwd' }),
    'E_BAD_LOCKFILE',
    'member path is absolute: /etc/passwd',
    { path: 'dec.lock.json', member_index: 2, member_path: '/etc/passwd' },
    seen,
  ],
  [
    verify.badMember(place, { kind: 'algorithm', path: 'tape.csv', algorithm: 'md5' }),
    'E_UNKNOWN_ALGORITHM',
    'unrecognized hash algorithm: md5',
    { path: 'dec.lock.json', member_path: 'tape.csv', algorithm: 'md5' },
    seen,
  ],
  [
    verify.badMember(place, { kind: 'type', error: 'members[0] must be an object' }),
    'E_BAD_LOCKFILE',
    'malformed lockfile JSON — members[0] must be an object',
    { path: 'dec.lock.json', error: 'members[0] must be an object' },
    seen,
  ],
  [
    verify.badMember(place, { kind: 'missing', fields: ['members[0].size'] }),
    'E_BAD_LOCKFILE',
    'lockfile missing required field: members[0].size',
    { path: 'dec.lock.json', missing_fields: ['members[0].size'] },
    seen,
  ],
];

describe('the refusals of lock', () => {
  it.each(refusals)('%s', (refusal, code, message, detail, next) => {
    expect([refusal.code, refusal.message, refusal.detail, refusal.nextCommand]).toEqual([code, message, detail, next]);
  });

  it('have a row each in the table, and every row but those of the globs is used here', () => {
    const rows = [...create.createRefusals, ...verify.verifyRefusals].map(({ code }) => code);
    const used = new Set(refusals.map(([{ code }]) => code));
    expect([...used].filter((code) => !rows.includes(code))).toEqual([]);
    expect([...new Set(rows)].filter((code) => !used.has(code))).toEqual(['E_BAD_GLOB']);
  });

  it('are lower-case without a final period', () => {
    const messages = refusals.map(([{ message }]) => message);
    expect(messages.filter((message) => /^[A-Z]|\.$/.test(message))).toEqual([]);
  });
});

describe('a next_command', () => {
  it.each([
    [{ root: "/it's", call }, `vacuum '/it'"'"'s' | hashbytes | ${call.words}`],
    [{ root: '-x', call }, `vacuum ./-x | hashbytes | ${call.words}`],
    [{ root: '/a\nb', call }, `vacuum '/a\nb' | hashbytes | ${call.words}`],
    [{ root: null, call }, 'lock --help'],
    [{ root: null, call: { ...call, input: "it's" } }, `head -c 200 'it'"'"'s'`],
  ])('quotes %j for a shell', (parts, command) => {
    expect(create.pipelineCommand(parts)).toBe(command);
  });

  it('hashes the file that the records without a hash came from, and keeps all options', () => {
    const refusal = create.missingHash(1, ['a'], { root: null, call: { words: 'lock --strict', input: "it's" } });
    expect(refusal.nextCommand).toBe(`hashbytes 'it'"'"'s' | lock --strict`);
  });

  it('of a library call contains its settings', () => {
    expect(create.callOf({ datasetId: "it's", note: '-x' }).words).toBe(`lock --dataset-id='it'"'"'s' --note='-x'`);
    expect(create.callOf({})).toEqual({ words: 'lock', input: null });
  });

  it.each(['stdin', '(bytes)'])('is absent for a lock from %s, which is no file', (path) => {
    expect([verify.malformed({ path }, '').nextCommand, verify.tampered({ path }, '', '').nextCommand]).toEqual([null, null]);
  });

  it.each(['/dev/zero', '/proc/self/mem'])('does not read %s', (path) => {
    expect(verify.malformed({ path }, '').nextCommand).toBe(`ls -ld ${path}`);
  });
});
