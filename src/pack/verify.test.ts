import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareUtf8 } from '#core/bytes/order';
import { type Found, MISSING, NOT_REGULAR } from '#core/found';
import { newHasher } from '#hashing/hashers';
import { foundList } from '../../tests/helpers/found-list.ts';
import { runs } from '../../tests/helpers/trials.ts';
import { sortFindings } from './findings.ts';
import { computedPackId, type ReadManifest, readManifest } from './read.ts';
import { judgePack, type PackFacts, readableMembers } from './verify.ts';

const A = `sha256:${'a'.repeat(64)}` as const;
const B = `sha256:${'b'.repeat(64)}` as const;

/** A sealed manifest, unless it is changed afterwards. */
function sealed(paths: readonly string[], change: object = {}): ReadManifest {
  const document = {
    version: 'pack.v0',
    pack_id: '',
    created: 'c',
    tool_version: 't',
    member_count: paths.length,
    members: paths.map((path) => ({ path, bytes_hash: A, type: 'report', artifact_version: 'rvl.v0' })),
    ...change,
  };
  const packId = 'pack_id' in change ? {} : { pack_id: computedPackId(parsed(document), newHasher) };
  return parsed({ ...document, ...packId });
}

function parsed(document: object): ReadManifest {
  return readManifest(Buffer.from(JSON.stringify(document)), 'p');
}

function facts(found: Record<string, string>, more: Partial<PackFacts> = {}): (manifest: ReadManifest) => PackFacts {
  return (manifest) => {
    const members = readableMembers(manifest);
    const there = members.map(({ path, bytesHash }): Found => {
      const hash = found[path];
      if (hash === undefined) return MISSING;
      if (hash === 'link') return NOT_REGULAR;
      return hash === bytesHash ? { kind: 'proven', size: 1 } : { kind: 'different', bytesHash: hash as typeof A, size: 1 };
    });
    return { members, found: foundList(there), extras: [], schemaFaults: new Map(), hasSchemas: false, inside: [], ...more };
  };
}

const judge = (manifest: ReadManifest, given: ReturnType<typeof facts>) => judgePack(manifest, given(manifest), newHasher);

it('judgePack finds nothing in a sound pack', () => {
  const { outcome, findings, checks } = judge(sealed(['a', 'b']), facts({ a: A, b: A }));
  expect([outcome, ...findings]).toEqual(['OK']);
  expect(checks).toEqual({
    manifest_parse: true,
    member_count: true,
    member_paths: true,
    extra_members: true,
    member_hashes: true,
    pack_id: true,
    schema_validation: 'skipped',
  });
});

it('judgePack reports all findings: those without a path first, the others by the bytes of the paths', () => {
  const members = ['z', 'b', 'b', '../x', 'manifest.json', 'link', 'gone'].map((path) => ({ path, bytes_hash: A, type: 'other' }));
  const manifest = sealed([], { members, member_count: 1, pack_id: 'sha256:no', surplus: 1 });
  const { findings } = judge(manifest, facts({ z: B, b: A, link: 'link' }, { extras: ['\u{e000}', 'extra'] }));
  expect(Array.from(findings, ({ code, path }) => `${code} ${path ?? ''}`)).toEqual([
    'MEMBER_COUNT_MISMATCH ',
    'PACK_ID_MISMATCH ',
    'UNKNOWN_FIELD ',
    'UNSAFE_MEMBER_PATH ../x',
    'DUPLICATE_MEMBER_PATH b',
    'UNSORTED_MEMBERS b',
    'EXTRA_MEMBER extra',
    'MISSING_MEMBER gone',
    'NON_REGULAR_MEMBER link',
    'RESERVED_MEMBER_PATH manifest.json',
    'HASH_MISMATCH z',
    'EXTRA_MEMBER \u{e000}',
  ]);
});

it('judgePack joins the findings on sorted members with the others as if all were sorted together', () => {
  const path = fc.constantFrom('a', 'b', 'c', 'd/e', 'd/f', '\u{e000}', '\u{1f600}');
  const there = fc.constantFrom(A, B, 'link', 'gone');
  const codes = fc.constantFrom('EXTRA_MEMBER', 'LOCK_HASH_MISMATCH', 'SCHEMA_VIOLATION', 'MISSING_MEMBER');
  const inside = fc.array(fc.record({ code: codes, path: fc.oneof(path, fc.constant('z')) }), { maxLength: 4 });
  fc.assert(
    fc.property(fc.dictionary(path, there), fc.array(path), inside, fc.boolean(), (files, faulty, found, isCounted) => {
      const paths = Object.keys(files).sort(compareUtf8);
      const manifest = sealed(paths, isCounted ? {} : { member_count: 99 });
      const schemaFaults = new Map(faulty.map((each) => [each, 'no']));
      const given = Object.fromEntries(Object.entries(files).filter(([, hash]) => hash !== 'gone'));
      const { findings, failed, extra } = judge(manifest, facts(given, { schemaFaults, inside: found, extras: ['x'] }));
      expect([...findings]).toEqual(sortFindings([...findings]));
      expect([...findings]).toHaveLength(findings.length);
      expect(extra).toBe([...findings].filter(({ code }) => code === 'EXTRA_MEMBER').length);
      const wrong = new Set(Array.from(findings, ({ code, path: at }) => (code === 'EXTRA_MEMBER' ? undefined : at)));
      expect(failed).toBe(paths.filter((each) => wrong.has(each)).length);
    }),
    runs(200),
  );
});

it.each<[string, ReadManifest, ReturnType<typeof facts>, object]>([
  ['a wrong count', sealed(['a'], { member_count: 2 }), facts({ a: A }), { member_count: false }],
  ['a wrong pack_id', sealed(['a'], { pack_id: 'x' }), facts({ a: A }), { pack_id: false }],
  ['a missing member', sealed(['a']), facts({}), { member_hashes: false }],
  ['a changed member', sealed(['a']), facts({ a: B }), { member_hashes: false }],
  ['a link', sealed(['a']), facts({ a: 'link' }), { member_paths: false, member_hashes: false }],
  ['an unsafe path', sealed(['/a']), facts({}), { member_paths: false, member_hashes: false }],
  ['a reserved path', sealed(['manifest.json']), facts({}), { member_paths: false, member_hashes: false }],
  ['a repeated path', sealed(['a', 'a']), facts({ a: A }), { member_paths: false }],
  ['unsorted members', sealed(['b', 'a']), facts({ a: A, b: A }), { member_paths: false }],
  ['an extra file', sealed(['a']), facts({ a: A }, { extras: ['b'] }), { extra_members: false }],
  ['an unknown field', sealed(['a'], { x: 1 }), facts({ a: A }), { schema_validation: 'fail' }],
  ['a schema fault', sealed(['a']), facts({ a: A }, { schemaFaults: new Map([['a', 'no']]) }), { schema_validation: 'fail' }],
  [
    'a lockfile that was edited',
    sealed(['a']),
    facts({ a: A }, { hasSchemas: true, inside: [{ code: 'LOCK_HASH_MISMATCH', path: 'a' }] }),
    { schema_validation: 'fail' },
  ],
])('judgePack fails exactly the checks that %s concerns', (_, manifest, given, failed) => {
  const sound = judge(sealed(['a']), facts({ a: A })).checks;
  const { outcome, checks } = judge(manifest, given);
  expect([outcome, checks]).toEqual(['INVALID', { ...sound, ...failed }]);
});

it('judgePack says that schemas pass only if one was applied', () =>
  expect(judge(sealed(['a']), facts({ a: A }, { hasSchemas: true })).checks.schema_validation).toBe('pass'));

it('judgePack compares every occurrence of a duplicate path with the file', () => {
  const members = [A, B].map((bytes_hash) => ({ path: 'a', bytes_hash, type: 'other' }));
  const { findings } = judge(sealed([], { members, member_count: 2 }), facts({ a: A }));
  expect(Array.from(findings, ({ code }) => code)).toEqual(['DUPLICATE_MEMBER_PATH', 'HASH_MISMATCH']);
});

it('judgePack names unknown fields of members with their path', () => {
  const members = [{ path: 'a', bytes_hash: A, type: 'other', size: 1, __proto__x: 2 }];
  const { findings } = judge(sealed([], { members, member_count: 1 }), facts({ a: A }));
  expect([...findings]).toEqual([
    { code: 'UNKNOWN_FIELD', path: 'a', field: '__proto__x' },
    { code: 'UNKNOWN_FIELD', path: 'a', field: 'size' },
  ]);
});

it('readableMembers never returns a path that could lead outside, or the manifest', () => {
  const paths = [
    'a',
    'a',
    '/etc/passwd',
    '..',
    'x/../../y',
    'C:\\x',
    '\\\\host\\x',
    'a\\..\\b',
    '',
    '.',
    'x//y',
    'nul\0',
    'manifest.json',
    'manifest.json/x',
  ];
  expect(readableMembers(sealed(paths)).map(({ path }) => path)).toEqual(['a']);
});
