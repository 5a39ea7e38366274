import { expect, it } from 'vitest';
import { decodeUtf8 } from '#core/bytes/utf8';
import { checkedOf, emitReport, type MembersReport, outcomeOf, type VerifyReport } from './report.ts';
import { judgeMember, newTally } from './verify.ts';

const HASH = `sha256:${'0'.repeat(64)}` as const;
const a = { path: 'a', bytesHash: HASH, size: 1 };

function reportOf(fields: Partial<VerifyReport> = {}): VerifyReport {
  const lockHash = { stored: HASH, computed: HASH, valid: true };
  const leftOut = { scope: null, skipped: 0 };
  return { lockfile: 'dec.lock.json', lockHash, leftOut, members: null, strict: false, toolVersion: '0.1.0', ...fields };
}

function membersOf(verified: number, failed: number, skipped: number, more: Partial<MembersReport> = {}): MembersReport {
  const tally = newTally();
  tally.verified = verified;
  for (let i = 0; i < failed; i++) judgeMember(tally, { ...a, path: `f${i}` }, { kind: 'missing' });
  for (let i = 0; i < skipped; i++) judgeMember(tally, { ...a, path: `s${i}` }, { kind: 'unreadable', error: 'Permission denied' });
  return { ...tally, root: '/data', notSelected: null, hints: [], ...more };
}

function textOf(report: VerifyReport): string {
  const parts: Uint8Array[] = [];
  emitReport(report, (bytes) => parts.push(bytes.slice()));
  return decodeUtf8(Buffer.concat(parts));
}

const SKIPPED = { scope: null, skipped: 1 };
const TAMPERED = { stored: '', computed: HASH, valid: false };

it.each([
  ['a valid self-hash alone', reportOf(), 'VERIFY_OK'],
  ['a tampered lock', reportOf({ lockHash: TAMPERED }), 'VERIFY_FAILED'],
  ['a tampered lock, strictly', reportOf({ lockHash: TAMPERED, strict: true }), 'VERIFY_FAILED'],
  ['no members at all', reportOf({ members: membersOf(0, 0, 0) }), 'VERIFY_OK'],
  ['all verified', reportOf({ members: membersOf(3, 0, 0) }), 'VERIFY_OK'],
  ['all verified, strictly', reportOf({ members: membersOf(3, 0, 0), strict: true }), 'VERIFY_OK'],
  ['a failure', reportOf({ members: membersOf(2, 1, 0) }), 'VERIFY_FAILED'],
  ['a failure and a skip', reportOf({ members: membersOf(1, 1, 1) }), 'VERIFY_FAILED'],
  ['a skip', reportOf({ members: membersOf(2, 0, 1) }), 'VERIFY_PARTIAL'],
  ['nothing but skips', reportOf({ members: membersOf(0, 0, 3) }), 'VERIFY_PARTIAL'],
  ['a skip, strictly', reportOf({ members: membersOf(2, 0, 1), strict: true }), 'VERIFY_FAILED'],
  ['a lock that skipped something', reportOf({ leftOut: SKIPPED }), 'VERIFY_OK'],
  ['a lock that skipped something, strictly', reportOf({ leftOut: SKIPPED, strict: true }), 'VERIFY_PARTIAL'],
  ['the same, all verified', reportOf({ leftOut: SKIPPED, strict: true, members: membersOf(3, 0, 0) }), 'VERIFY_PARTIAL'],
  ['the same and a failure', reportOf({ leftOut: SKIPPED, strict: true, members: membersOf(3, 1, 0) }), 'VERIFY_FAILED'],
  ['the expected lock', reportOf({ expected: { expected: HASH, finding: null } }), 'VERIFY_OK'],
  ['another lock than the expected', reportOf({ expected: { expected: HASH, finding: 'UNEXPECTED_ID' } }), 'VERIFY_FAILED'],
])('outcomeOf() is, for %s, what lock.md says', (_, report, outcome) => {
  expect(outcomeOf(report)).toBe(outcome);
  expect(JSON.parse(textOf(report))).toMatchObject({ outcome });
});

it.each([
  [0, 0, 0],
  [5, 0, 0],
  [3, 2, 1],
])('checkedOf() adds up %i verified, %i failed and %i skipped', (verified, failed, skipped) => {
  const members = membersOf(verified, failed, skipped);
  expect(checkedOf(members)).toBe(verified + failed + skipped);
  const { members: printed } = JSON.parse(textOf(reportOf({ members })));
  expect(printed).toMatchObject({ checked: verified + failed + skipped, verified, failed, skipped });
  expect([printed.failures.length, printed.skips.length]).toEqual([failed, skipped]);
});

it('emitReport() writes canonical bytes without a final newline', () => {
  expect(textOf(reportOf())).toBe(
    `{"left_out":{"scope":null,"skipped":0},"lock_hash":{"computed":"${HASH}","stored":"${HASH}","valid":true},"lockfile":"dec.lock.json","members":null,"outcome":"VERIFY_OK","tool_versions":{"lock":"0.1.0"},"version":"lock-verify.v0"}`,
  );
});

it('emitReport() writes every finding with all its fields, by path', () => {
  const tally = newTally();
  judgeMember(tally, { ...a, path: 'b' }, { kind: 'other size', size: 2 });
  judgeMember(tally, a, { kind: 'missing' });
  judgeMember(tally, { ...a, path: 'c' }, { kind: 'unreadable', error: 'Input/output error' });
  const text = textOf(
    reportOf({ members: { ...tally, root: '/d "q"', notSelected: 4, hints: [{ path: 'a', found: 'b', message: 'm' }] } }),
  );
  expect(text).toContain(
    `"members":{"checked":3,"failed":2,"failures":[{"actual":null,"actual_size":null,"expected":"${HASH}","expected_size":1,"path":"a","reason":"MISSING"},{"actual":null,"actual_size":2,"expected":"${HASH}","expected_size":1,"path":"b","reason":"SIZE_MISMATCH"}],"hints":[{"found":"b","message":"m","path":"a"}],"not_selected":4,"root":"/d \\"q\\"","skipped":1,"skips":[{"detail":"Input/output error","path":"c","reason":"IO_ERROR"}],"verified":0}`,
  );
});

it('emitReport() omits hints and not_selected if there are none', () => {
  expect(Object.keys(JSON.parse(textOf(reportOf({ members: membersOf(1, 0, 0) }))).members)).toEqual(
    'checked failed failures root skipped skips verified'.split(' '),
  );
});

it('emitReport() counts what was accepted without being read apart, and only where there is any', () => {
  const weaker = { ...membersOf(0, 0, 0).weaker, cached: 3 };
  const members = membersOf(2, 1, 1, { weaker });
  expect(checkedOf(members)).toBe(7);
  expect(JSON.parse(textOf(reportOf({ members })))).toMatchObject({
    members: { checked: 7, strength: { cached: 3, read: 2 }, verified: 2 },
  });
  expect(textOf(reportOf({ members: membersOf(2, 1, 1) }))).not.toContain('strength');
  expect(outcomeOf(reportOf({ members: membersOf(0, 0, 0, { weaker }) }))).toBe('VERIFY_OK');
});
