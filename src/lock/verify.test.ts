import { expect, it } from 'vitest';
import type { Found } from '#core/found';
import type { JsonObject } from '#core/json/value';
import { judgedLock, member, sealedLock } from '../../tests/lock/judged-lock.ts';
import { sealLock } from '../../tests/lock/seal-lock.ts';
import type { Entries } from './entries/sorted-entries.ts';
import { judgeExtra, judgeMember, judgeUnlisted, judgeUnread, newTally } from './verify.ts';

const VALID = sealLock(JSON.stringify({ dataset_id: 'dec', member_count: 1, members: [member('a')], note: null, version: 'lock.v0' }));

it('judgeLockfile() finds a sealed lock valid', () => {
  const { lockHash, members } = judgedLock(VALID);
  expect(lockHash.valid).toBe(true);
  expect(lockHash.stored).toBe(lockHash.computed);
  expect(members.count).toBe(1);
});

it.each([
  ['a note', '"note":null', '"note":""'],
  ['a dataset', '"dec"', '"Dec"'],
  ['a size', '"size":1', '"size":2'],
  ['a path', '"path":"a"', '"path":"b"'],
  ['a hash', 'sha256:00', 'sha256:01'],
  ['a fingerprint', '"fingerprint":null', '"fingerprint":false'],
  ['a count', '"member_count":1', '"member_count":2'],
  ['a kind of number', '"member_count":1', '"member_count":1.0'],
  ['an unknown field', '{"dataset_id"', '{"added":null,"dataset_id"'],
  ['the stored hash', '"lock_hash":"sha256:', '"lock_hash":"SHA256:'],
])('judgeLockfile() finds a lock tampered after %s was changed', (_, old, fresh) => {
  expect(VALID).toContain(old);
  const judged = judgedLock(VALID.replace(old, fresh));
  expect(judged.lockHash.valid).toBe(false);
  expect(judged.lockHash.computed).toMatch(/^sha256:[0-9a-f]{64}$/);
});

it('judgeLockfile() never finds a lock valid after one character was changed', () => {
  const isValid = (text: string): boolean => {
    try {
      return judgedLock(text).lockHash.valid;
    } catch {
      return false;
    }
  };
  const places = Array.from({ length: VALID.length }, (_, at) => at).filter((at) => /[0-9a-z]/.test(VALID.charAt(at)));
  const changed = places.map((at) => VALID.slice(0, at) + (VALID[at] === 'x' ? 'y' : 'x') + VALID.slice(at + 1));
  expect(changed.length).toBeGreaterThan(100);
  expect(changed.filter(isValid)).toEqual([]);
});

it.each([
  ['spread over lines', JSON.stringify(JSON.parse(VALID), null, 2)],
  ['with its keys turned round', JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(VALID) as object).reverse()))],
  ['with its characters escaped', VALID.replaceAll('"a"', '"\\u0061"').replace('"note"', '"\\u006eote"')],
])('judgeLockfile() finds the same lock valid %s', (_, text) => expect(judgedLock(text).lockHash).toEqual(judgedLock(VALID).lockHash));

/** A lockfile with a field of another type, or more than it needs. */
const odd = (fields: object): string => JSON.stringify({ lock_hash: '', members: [], version: 'lock.v0', ...fields });
const mustBe = (name: string, type: string): JsonObject => ({ error: `field '${name}' must be ${type}` });
it.each<[what: string, text: string, detail: JsonObject, code?: string]>([
  ['no object', '[]', { error: 'expected an object' }],
  ['nothing in it', '{}', { missing_fields: ['version', 'lock_hash', 'members'] }],
  ['no members', odd({ members: undefined }), { missing_fields: ['members'] }],
  ['a version that is no text', odd({ version: 0 }), mustBe('version', 'a string')],
  ['another version', odd({ version: 'lock.v99' }), { version: 'lock.v99' }, 'E_UNSUPPORTED_VERSION'],
  ['a hash that is no text', odd({ lock_hash: 0 }), mustBe('lock_hash', 'a string')],
  ['members that are no list', odd({ members: {} }), mustBe('members', 'an array')],
  ['a member that is no object', odd({ members: [1] }), { error: 'members[0] must be an object' }],
])('judgeLockfile() refuses a lockfile with %s', (_, text, detail, code = 'E_BAD_LOCKFILE') =>
  expect(() => judgedLock(text)).toRefuse(code, { path: 'dec.lock.json', ...detail }),
);

const differs = (field: string, expected: number): JsonObject => ({
  error: `${field} differs from what is there`,
  field,
  expected,
  actual: 0,
});
const second = (error: string): JsonObject => ({ error, member_index: 1, member_path: 'a' });
it.each<[what: string, fields: object, detail: JsonObject, code?: string]>([
  ['a path', { members: [member('a'), member('/b')] }, { member_index: 1, member_path: '/b' }],
  ['an algorithm', { members: [member('a', { bytes_hash: 'md5:00' })] }, { member_path: 'a', algorithm: 'md5' }, 'E_UNKNOWN_ALGORITHM'],
  ['a count', { member_count: 2 }, differs('member_count', 2)],
  ['a count of skips', { skipped_count: 1 }, differs('skipped_count', 1)],
  ['an order', { members: [member('b'), member('a')] }, second('members are not sorted by path')],
  ['a duplicate', { members: [member('a'), member('a')] }, second('duplicate member path')],
  ['a scope', { scope: { follow: true } }, { field: 'scope', error: 'scope is not {exclude, follow, include}' }],
])('judgeLockfile() refuses a lock with a valid self-hash and %s that no lock has', (_, fields, detail, code = 'E_BAD_LOCKFILE') =>
  expect(() => sealedLock(fields)).toRefuse(code, { path: 'dec.lock.json', ...detail }),
);

it('judgeLockfile() identifies skipped files by path, and names that are not valid text by their bytes', () => {
  const skipped = [
    { path: 'a', warnings: [] },
    { path: 'bad-\u{fffd}', warnings: [{ detail: { name_hex: '6261642dff' } }] },
    { path: 'bad-\u{fffd}', warnings: [{ detail: null }, { detail: { name_hex: '6261642dfe' } }] },
    { warnings: [] },
  ];
  expect([...sealedLock({ skipped }).skippedPaths]).toEqual([
    ['a', new Set([null])],
    ['bad-\u{fffd}', new Set(['6261642dff', '6261642dfe'])],
  ]);
});

it('judgeLockfile() trusts no skipped path of a tampered lock', () =>
  expect(judgedLock('{"lock_hash":"","members":[],"skipped":[{"path":"a"}],"version":"lock.v0"}').skippedPaths.size).toBe(0));

const lockMember = { path: 'a', bytesHash: 'sha256:00', size: 18446744073709551615n } as const;
const entries = (table: Entries): unknown[] => Array.from(table.order(), (index) => table.value(index));
const failed = { path: 'a', expected: 'sha256:00', expected_size: 18446744073709551615n, actual: null, actual_size: null };

it.each<[found: Found, reason: string, actual?: object]>([
  [{ kind: 'different', bytesHash: 'sha256:01', size: 3 }, 'HASH_MISMATCH', { actual: 'sha256:01', actual_size: 3 }],
  [{ kind: 'different', bytesHash: 'blake3:00', size: 3 }, 'HASH_MISMATCH', { actual: 'blake3:00', actual_size: 3 }],
  [{ kind: 'other size', size: 0 }, 'SIZE_MISMATCH', { actual_size: 0 }],
  [{ kind: 'missing' }, 'MISSING'],
  [{ kind: 'not regular' }, 'NOT_REGULAR'],
])('judgeMember() puts a member found as %o into failures alone', (found, reason, actual = {}) => {
  const tally = newTally();
  judgeMember(tally, lockMember, found);
  expect([tally.verified, entries(tally.failures), entries(tally.skips)]).toEqual([0, [{ ...failed, reason, ...actual }], []]);
});

it('judgeMember() counts a member with the same hash as verified and puts an unreadable one into skips alone', () => {
  const tally = newTally();
  judgeMember(tally, lockMember, { kind: 'proven', size: 1 });
  judgeMember(tally, lockMember, { kind: 'unreadable', error: 'Permission denied' });
  const skip = { path: 'a', reason: 'IO_ERROR', detail: 'Permission denied' };
  expect([tally.verified, entries(tally.failures), entries(tally.skips)]).toEqual([1, [], [skip]]);
});

it('judgeMember() sorts findings by the bytes of their paths, with extras and unlisted folders', () => {
  const tally = newTally();
  judgeExtra(tally, '\u{10000}', 4);
  judgeExtra(tally, '\u{ffff}', null);
  judgeMember(tally, lockMember, { kind: 'missing' });
  judgeUnlisted(tally, 'folder', 'Permission denied');
  expect(entries(tally.failures).map((entry) => (entry as JsonObject)['path'])).toEqual(['a', '\u{ffff}', '\u{10000}']);
  const extra = { reason: 'EXTRA', expected: null, expected_size: null, actual: null };
  expect(entries(tally.failures).slice(1)).toEqual([
    { ...extra, path: '\u{ffff}', actual_size: null },
    { ...extra, path: '\u{10000}', actual_size: 4 },
  ]);
  expect(entries(tally.skips)).toEqual([{ path: 'folder', reason: 'IO_ERROR', detail: 'Permission denied' }]);
});

it('judgeUnread() counts a member by its strength, and skips one that was checked more weakly than asked for', () => {
  const tally = newTally();
  judgeUnread(tally, 'a', 'cached', 'cached');
  judgeUnread(tally, 'b', 'etag-unchanged', 'cached');
  judgeUnread(tally, 'c', 'size-only', 'cached');
  judgeUnread(tally, 'd', 'cached', 'read');
  expect(tally.weaker).toEqual({ 'store-checksum': 0, 'etag-unchanged': 1, cached: 1, 'size-only': 0 });
  expect(tally.verified).toBe(0);
  expect(entries(tally.skips)).toEqual([
    { path: 'c', reason: 'NOT_CHECKED', detail: 'size-only, and cached was asked for' },
    { path: 'd', reason: 'NOT_CHECKED', detail: 'cached, and read was asked for' },
  ]);
});
