import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareUtf8 } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import { sealManifest } from '../../tests/pack/seal-manifest.ts';
import { diffDocument, diffManifests, diffOutcome, type ManifestDiff } from './diff.ts';
import { type ReadManifest, readManifest } from './read.ts';

interface MemberFields {
  readonly path: string;
  readonly bytes_hash: string;
  readonly type: string;
  readonly artifact_version?: string;
}

function manifest(members: readonly MemberFields[], fields: object = {}): ReadManifest {
  const base = { version: 'pack.v0', created: '2026-01-15T10:30:00Z', tool_version: '0.1.0', members, member_count: members.length };
  return readManifest(encodeUtf8(sealManifest(JSON.stringify({ ...base, ...fields }))), 'p');
}

function member(path: string, fields: Partial<MemberFields> = {}): MemberFields {
  return { path, bytes_hash: 'sha256:00', type: 'other', ...fields };
}

const kinds = (a_type: string, b_type: string, b_artifact_version: string | null) => ({
  a_type,
  b_type,
  a_artifact_version: null,
  b_artifact_version,
});

const document = (diff: ManifestDiff) => diffDocument({ ...diff, shifts: [], locks: [] });

it('diffManifests() puts a path with another hash in changed, whatever its type, and the same bytes under another type or version in retyped', () => {
  const a = manifest([member('both'), member('hash'), member('type'), member('version', { type: 'report', artifact_version: 'rvl.v0' })]);
  const b = manifest([
    member('both', { bytes_hash: 'sha256:01', type: 'report', artifact_version: 'rvl.v0' }),
    member('hash', { bytes_hash: 'sha256:01' }),
    member('type', { type: 'registry' }),
    member('version', { type: 'report', artifact_version: 'shape.v0' }),
  ]);
  const diff = diffManifests(a, b);
  expect(diff.changed.map(({ path }) => path)).toEqual(['both', 'hash']);
  expect(diff.retyped.map(({ path }) => path)).toEqual(['type', 'version']);
  expect(diff).toMatchObject({ added: [], removed: [], unchanged: 0 });
});

it('diffManifests() distinguishes a type with a space from a type and a version', () => {
  const a = manifest([member('x', { type: 'report rvl.v0' })]);
  const b = manifest([member('x', { type: 'report', artifact_version: 'rvl.v0' })]);
  expect(diffManifests(a, b).retyped).toHaveLength(1);
});

it('diffManifests() sorts by the bytes of the paths, whatever order the manifests are in', () => {
  const names = ['\u{10000}', '\uffff', 'b', 'a/b', 'a', 'a.'];
  const { removed } = diffManifests(manifest(names.map((name) => member(name))), manifest([]));
  expect(removed.map(({ path }) => path)).toEqual(['a', 'a.', 'a/b', 'b', '\uffff', '\u{10000}']);
});

it('diffManifests() accepts paths that are names of object properties', () => {
  const { added } = diffManifests(manifest([]), manifest([member('__proto__'), member('constructor')]));
  expect(added.map(({ path }) => path)).toEqual(['__proto__', 'constructor']);
});

it('diffManifests() shows created, note and tool_version as metadata, and null if absent', () => {
  const a = manifest([], { note: 'first' });
  const b = manifest([], { created: '2026-01-16T10:30:00Z', tool_version: '0.2.0' });
  expect(diffManifests(a, b).metadata).toEqual([
    { field: 'created', old: '2026-01-15T10:30:00Z', new: '2026-01-16T10:30:00Z' },
    { field: 'note', old: 'first', new: null },
    { field: 'tool_version', old: '0.1.0', new: '0.2.0' },
  ]);
});

it('diffManifests() treats a note of null as absent', () =>
  expect(diffManifests(manifest([], { note: null }), manifest([])).metadata).toEqual([]));

const base = manifest([member('x')]);

it('diffOutcome() is NO_CHANGES if only created, note and tool_version differ', () => {
  const other = manifest([member('x')], { note: 'n', created: '2027-01-01T00:00:00Z', tool_version: '9' });
  expect(diffOutcome(diffManifests(base, other))).toBe('NO_CHANGES');
});

it.each([
  ['a member more', manifest([member('x'), member('y')])],
  ['a member less', manifest([])],
  ['another hash', manifest([member('x', { bytes_hash: 'sha256:01' })])],
  ['another type', manifest([member('x', { type: 'registry' })])],
  ['a version', manifest([member('x', { artifact_version: 'x.v0' })])],
  ['a field that is not known here', manifest([member('x')], { approved_by: 'nobody' })],
])('diffOutcome() is CHANGES for %s', (_, other) => {
  expect(diffOutcome(diffManifests(base, other))).toBe('CHANGES');
  expect(diffOutcome(diffManifests(other, base))).toBe('CHANGES');
});

it('diffDocument() has its fields in the order of the specification, and omits an absent hash', () => {
  const diff = diffManifests(
    manifest([member('gone'), member('here')]),
    manifest([member('here', { bytes_hash: 'sha256:01' }), member('new')]),
  );
  const shifts = [{ path: 'here', tool: 'rvl', from: 'A', to: 'B' }];
  const locks = [{ path: 'here', diff: null, reason: 'why' } as const, { path: 'new', diff: { version: 'x' }, lines: () => ['unseen'] }];
  const made = diffDocument({ ...diff, shifts, locks });
  expect(Object.keys(made)).toEqual(
    'version outcome a_pack_id b_pack_id added removed changed retyped unchanged shifts locks metadata'.split(' '),
  );
  expect(made).toMatchObject({
    version: 'pack.diff.v0',
    outcome: 'CHANGES',
    added: [{ kind: 'added', path: 'new', b_hash: 'sha256:00' }],
    removed: [{ kind: 'removed', path: 'gone', a_hash: 'sha256:00' }],
    changed: [{ kind: 'changed', path: 'here', a_hash: 'sha256:00', b_hash: 'sha256:01' }],
    shifts,
  });
  expect(made['locks']).toEqual([
    { path: 'here', diff: null, reason: 'why' },
    { path: 'new', diff: { version: 'x' } },
  ]);
});

it('diffDocument() shows types and versions of a changed member if one of them differs', () => {
  const a = manifest([member('kept', { type: 'report' }), member('type'), member('version', { type: 'report' })]);
  const b = manifest([
    member('kept', { bytes_hash: 'sha256:01', type: 'report' }),
    member('type', { bytes_hash: 'sha256:01', type: 'registry' }),
    member('version', { bytes_hash: 'sha256:01', type: 'report', artifact_version: 'rvl.v0' }),
  ]);
  const hashes = { a_hash: 'sha256:00', b_hash: 'sha256:01' };
  expect(document(diffManifests(a, b))['changed']).toEqual([
    { kind: 'changed', path: 'kept', ...hashes },
    { kind: 'changed', path: 'type', ...hashes, ...kinds('other', 'registry', null) },
    { kind: 'changed', path: 'version', ...hashes, ...kinds('report', 'report', 'rvl.v0') },
  ]);
});

describe('any two manifests', () => {
  const members = fc
    .uniqueArray(
      fc.record({
        path: fc.oneof(fc.constantFrom('a', 'b', 'a/b', 'ä', '\u{1f600}', '__proto__'), fc.string({ minLength: 1, maxLength: 3 })),
        bytes_hash: fc.constantFrom('sha256:00', 'sha256:01', 'sha256:02'),
        type: fc.constantFrom('other', 'report', 'lockfile'),
        artifact_version: fc.option(fc.constantFrom('rvl.v0', 'lock.v0'), { nil: undefined }),
      }),
      { selector: ({ path }) => path, maxLength: 12 },
    )
    .map((list) => list as MemberFields[]);
  const fields = fc.record({ note: fc.option(fc.string(), { nil: null }), extra: fc.constantFrom(1, 2, null) }, { requiredKeys: [] });
  const any = fc.tuple(members, fields).map(([list, more]) => manifest(list, more));

  it('diffManifests(a, b) is diffManifests(b, a) with the sides swapped', () => {
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(mirrored(diffManifests(b, a))).toEqual(diffManifests(a, b));
      }),
    );
  });

  it('diffManifests() puts every path in one list, has counts that add up to the members, and sorts every list', () => {
    fc.assert(
      fc.property(any, any, (a, b) => {
        const { added, removed, changed, retyped, unchanged } = diffManifests(a, b);
        const inBoth = changed.length + retyped.length + unchanged;
        const paths = new Set([...a.members, ...b.members].map(({ path }) => path));
        expect(added.length + removed.length + inBoth).toBe(paths.size);
        expect(removed.length + inBoth).toBe(a.members.length);
        expect(added.length + inBoth).toBe(b.members.length);
        const lists = [added, removed, changed, retyped].map((list) => list.map(({ path }) => path));
        expect(new Set(lists.flat()).size).toBe(lists.flat().length);
        for (const list of lists) expect(list).toEqual([...list].sort(compareUtf8));
      }),
    );
  });

  it('diffOutcome() is NO_CHANGES for a manifest and itself, and symmetric', () => {
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(document(diffManifests(a, a))).toMatchObject({ outcome: 'NO_CHANGES', unchanged: a.members.length, metadata: [] });
        expect(diffOutcome(diffManifests(a, b))).toBe(diffOutcome(diffManifests(b, a)));
      }),
    );
  });
});

function mirrored(diff: ManifestDiff): ManifestDiff {
  const swapped = <T extends { a: unknown; b: unknown }>(item: T): T => ({ ...item, a: item.b, b: item.a });
  return {
    aPackId: diff.bPackId,
    bPackId: diff.aPackId,
    added: diff.removed,
    removed: diff.added,
    changed: diff.changed.map(swapped),
    retyped: diff.retyped.map(swapped),
    unchanged: diff.unchanged,
    metadata: diff.metadata.map(({ field, old, new: now }) => ({ field, old: now, new: old })),
  };
}
