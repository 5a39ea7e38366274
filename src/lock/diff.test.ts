import { expect, it } from 'vitest';
import { judgedLock, member, sealedLock } from '../../tests/lock/judged-lock.ts';
import { sealLock } from '../../tests/lock/seal-lock.ts';
import { diffDocument, diffLocks, diffOutcome, type LockDiff } from './diff.ts';

const diffOf = (old: object, fresh: object): LockDiff => diffLocks(sealedLock(old), sealedLock(fresh));
const members = (...paths: readonly string[]): object => ({ members: paths.map((path) => member(path, { bytes_hash: `sha256:${path}` })) });
const pathsOf = (list: readonly { readonly path: string }[]): string[] => list.map(({ path }) => path);

/** Counts the members of both locks in the lists: a changed, moved or unchanged one is a member of both. */
function accountedFor(diff: LockDiff): { old: number; new: number } {
  const both = diff.changed.length + diff.moved.length + diff.unchanged;
  return { old: both + diff.removed.length, new: both + diff.added.length };
}

it('diffLocks() puts every member of either lock into exactly one list', () => {
  const diff = diffOf(members('a', 'b', 'd'), {
    members: [
      member('b', { bytes_hash: 'sha256:x' }),
      member('c', { bytes_hash: 'sha256:a' }),
      member('d', { bytes_hash: 'sha256:d' }),
      member('e', { bytes_hash: 'sha256:e' }),
    ],
  });
  expect(pathsOf(diff.added)).toEqual(['e']);
  expect(pathsOf(diff.removed)).toEqual([]);
  expect(pathsOf(diff.changed)).toEqual(['b']);
  expect(diff.moved.map(({ from, to }) => [from, to])).toEqual([['a', 'c']]);
  expect(diff.unchanged).toBe(1);
  expect(accountedFor(diff)).toEqual({ old: 3, new: 4 });
});

it.each([
  ['nothing and something', members(), members('a', 'b')],
  ['something and nothing', members('a', 'b'), members()],
  ['locks that share nothing', members('a', 'c'), members('b', 'd')],
  ['paths that UTF-16 would sort otherwise', members('\u{ffff}', '\u{10000}'), members('a', '\u{10000}')],
  ['paths that need escapes', members('a\n', 'a"', 'a\\b'), members('a"', 'a#')],
])('diffLocks() accounts for all members of %s', (_, old, fresh) => {
  const count = (lock: object): number => (lock as { members: unknown[] }).members.length;
  expect(accountedFor(diffOf(old, fresh))).toEqual({ old: count(old), new: count(fresh) });
});

it('diffLocks() calls a member moved only if hash and size are the same, each at most once, in order of path', () => {
  const old = { members: ['a', 'b', 'c'].map((path) => member(path)) };
  const fresh = { members: [member('x'), member('y', { size: 2 }), member('z')] };
  const diff = diffOf(old, fresh);
  expect(diff.moved.map(({ from, to }) => [from, to])).toEqual([
    ['a', 'x'],
    ['b', 'z'],
  ]);
  expect([pathsOf(diff.removed), pathsOf(diff.added)]).toEqual([['c'], ['y']]);
});

it('diffLocks() matches twenty thousand equal files in linear time', () => {
  const many = (name: string): object => ({
    members: Array.from({ length: 20_000 }, (_, i) => member(`${name}${String(i).padStart(5, '0')}`)),
  });
  // Comparing every pair would exceed the time limit of a test.
  expect(diffOf(many('a'), many('b')).moved).toHaveLength(20_000);
});

it.each([
  ['a hash', { bytes_hash: 'sha256:01' }],
  ['a size', { size: 2 }],
  ['a fingerprint', { fingerprint: { content_hash: null, fingerprint_id: 'f', fingerprint_version: '1', matched: true } }],
  ['an unknown field', { later: true }],
])('diffLocks() calls a member changed that differs in %s', (_, fields) => {
  const diff = diffOf({ members: [member('a')] }, { members: [member('a', fields)] });
  expect(diff.changed).toEqual([
    {
      path: 'a',
      old: { bytes_hash: 'sha256:00', fingerprint: null, size: 1 },
      new: { bytes_hash: 'sha256:00', fingerprint: null, size: 1, ...fields },
    },
  ]);
  expect(diff.unchanged).toBe(0);
});

it('diffLocks() distinguishes sizes that are equal as doubles', () => {
  const lock = (size: string) =>
    judgedLock(sealLock(`{"members":[{"bytes_hash":"sha256:00","path":"a","size":${size}}],"version":"lock.v0"}`));
  expect(
    diffLocks(lock('9007199254740992'), lock('9007199254740993')).changed.map((change) => [change.old['size'], change.new['size']]),
  ).toEqual([[9007199254740992n, 9007199254740993n]]);
});

it('diffLocks() reports added and removed skips, and skips with other reasons', () => {
  const skip = (path: string, ...warnings: unknown[]) => ({ path, warnings });
  const diff = diffOf({ skipped: [skip('a'), skip('b'), skip('c')] }, { skipped: [skip('b', { code: 'E_IO' }), skip('c'), skip('d')] });
  expect([diff.skippedAdded, diff.skippedChanged, diff.skippedRemoved]).toEqual([['d'], ['b'], ['a']]);
});

it('diffLocks() names every other field that differs, also an unknown one', () => {
  const diff = diffOf({ note: 'a', later: 1, profiles: [] }, { note: 'b', other: [2], profiles: [] });
  expect(diff.metadata.filter(({ field }) => field !== 'lock_hash')).toEqual([
    { field: 'later', old: 1, new: null },
    { field: 'note', old: 'a', new: 'b' },
    { field: 'other', old: null, new: [2] },
  ]);
});

it.each([
  ['the same lock', {}, {}, 'NO_CHANGES'],
  ['another time of creation', { created: '2026-01-15T10:30:00Z' }, { created: '2026-01-16T10:30:00Z' }, 'NO_CHANGES'],
  ['a field that is null, and absent', { note: null }, {}, 'NO_CHANGES'],
  ['an added member', {}, members('a'), 'CHANGES'],
  ['a removed member', members('a'), {}, 'CHANGES'],
  ['a moved member', { members: [member('a')] }, { members: [member('b')] }, 'CHANGES'],
  ['a changed member', { members: [member('a')] }, { members: [member('a', { size: 2 })] }, 'CHANGES'],
  ['a skip', {}, { skipped: [{ path: 'a' }] }, 'CHANGES'],
  ['another reason to skip', { skipped: [{ path: 'a' }] }, { skipped: [{ path: 'a', warnings: [] }] }, 'CHANGES'],
  ['another note', { note: 'a' }, { note: 'b' }, 'CHANGES'],
  ['an unknown field', {}, { later: 0 }, 'CHANGES'],
])('diffOutcome() is, for %s, what L11 says', (_, old, fresh, outcome) => expect(diffOutcome(diffOf(old, fresh))).toBe(outcome));

it('diffDocument() names both locks and contains every list', () => {
  const diff = diffOf({ members: [member('a')] }, { members: [member('b')], note: 'n' });
  expect(diffDocument(diff, { old: 'x', new: 'y' }, '0.1.0')).toEqual({
    version: 'lock-diff.v0',
    outcome: 'CHANGES',
    old: 'x',
    new: 'y',
    added: [],
    removed: [],
    changed: [],
    moved: [{ from: 'a', to: 'b', bytes_hash: 'sha256:00', size: 1 }],
    unchanged: 0,
    skipped: { added: [], changed: [], removed: [] },
    metadata: diff.metadata,
    tool_versions: { lock: '0.1.0' },
  });
});
