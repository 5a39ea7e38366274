import { expect, it } from 'vitest';
import { hasId, identityOf, shownOutcome, typedId } from './expected-id.ts';
import type { Finding, VerdictDocument } from './verdict.ts';

const [A, B] = ['a', 'b'].map((digit) => `sha256:${digit.repeat(64)}`) as [string, string];

function judged(change: Partial<VerdictDocument>, code?: string): VerdictDocument {
  const finding = { code, path: null, wanted: null, found: null, message: '', next_command: null } as Finding;
  return {
    kind: 'lock',
    path: 'd.lock.json',
    id: A,
    digest: B,
    outcome: 'OK',
    findings: code === undefined ? [] : [finding],
    ...change,
  } as VerdictDocument;
}

it.each([
  ['', { is: 'none' }],
  [' \t\n', { is: 'none' }],
  [A, { is: 'id', id: A }],
  [`\u00a0${A.toUpperCase()}\n`, { is: 'id', id: A }],
  [`LOCK_CREATED december.lock.json (lock_hash: ${A}), 3 members`, { is: 'id', id: A }],
  [`<${A}>`, { is: 'id', id: A }],
  ['a'.repeat(64), { is: 'id', id: A }],
  [`sha256: ${'a'.repeat(64)}`, { is: 'id', id: A }],
  [`${A} = ${'A'.repeat(64)}`, { is: 'id', id: A }],
  [`blake3:${'a'.repeat(64)}`, { is: 'id', id: `blake3:${'a'.repeat(64)}` }],
  [`${A} ${B}`, { is: 'several' }],
  [`${A} blake3:${'a'.repeat(64)}`, { is: 'several' }],
  [A.slice(0, -1), { is: 'incomplete' }],
  [`${A}a`, { is: 'incomplete' }],
  [`${A}z`, { is: 'incomplete' }],
  [`sha512:${A}${'a'.repeat(64)}`, { is: 'incomplete' }],
  ['december', { is: 'incomplete' }],
])('typedId(%j) is %j', (text, typed) => expect(typedId(text)).toEqual(typed));

it.each([
  ['a lock', judged({}), true],
  ['a lock whose members are not as it says', judged({ outcome: 'FAILED' }, 'HASH_MISMATCH'), true],
  ['a lock that was changed', judged({ outcome: 'FAILED' }, 'TAMPERED'), false],
  ['a lock that was refused', judged({ outcome: 'REFUSED' }), false],
  ['another lock', judged({ id: B }), false],
  ['a pack', judged({ kind: 'pack' }), true],
  ['a pack whose manifest was changed', judged({ kind: 'pack', outcome: 'FAILED' }, 'PACK_ID_MISMATCH'), false],
  ['an archive whose manifest was changed', judged({ kind: 'pack-archive', outcome: 'FAILED' }, 'PACK_ID_MISMATCH'), false],
  ['a ledger', judged({ kind: 'ledger', outcome: 'PARTIAL' }), true],
  ['a ledger that was edited', judged({ kind: 'ledger', outcome: 'FAILED' }, 'EDITED'), false],
  ['a snapshot of another state', judged({ kind: 'snapshot', outcome: 'FAILED' }, 'REPLAY_MISMATCH'), false],
  ['a stack lock whose zone has the id as its name', judged({ kind: 'stack-lock' }), false],
  ['a chain lock whose name is the id', judged({ kind: 'chain-lock' }), false],
  ['a file of which it is the SHA-256', judged({ kind: 'file', id: null, digest: A }), true],
  ['a lock that was changed, of which it is the SHA-256', judged({ id: null, digest: A, outcome: 'FAILED' }, 'TAMPERED'), true],
])('hasId() of %s', (_, verdict, has) => expect(hasId(verdict, A)).toBe(has));

it('identityOf() names the evidence that has the id, and that which only states it', () => {
  const [meant, other] = [judged({}), judged({ path: 'x.lock.json', id: B })];
  const changed = judged({ outcome: 'FAILED' }, 'TAMPERED');
  const typed = typedId(A);
  expect(identityOf(typed, [other, meant])).toEqual({ is: 'same', id: A, paths: ['d.lock.json'] });
  expect(identityOf(typed, [other, changed])).toEqual({ is: 'other', id: A, stated: ['d.lock.json'] });
  expect(identityOf(typed, [])).toEqual({ is: 'other', id: A, stated: [] });
  expect(identityOf(typedId('sha256:12'), [meant])).toEqual({ is: 'incomplete' });
});

it('shownOutcome() is never OK for other evidence than was meant, nor if the id could not be compared', () => {
  const { other, same } = { other: identityOf(typedId(B), [judged({ digest: A })]), same: identityOf(typedId(A), [judged({})]) };
  expect(other.is).toBe('other');
  expect((['OK', 'PARTIAL', 'FAILED', 'REFUSED'] as const).map((outcome) => shownOutcome(outcome, other))).toEqual([
    'FAILED',
    'FAILED',
    'FAILED',
    'REFUSED',
  ]);
  expect((['incomplete', 'several'] as const).map((is) => shownOutcome('OK', { is }))).toEqual(['PARTIAL', 'PARTIAL']);
  expect([shownOutcome('OK', { is: 'none' }), shownOutcome('OK', same), shownOutcome('FAILED', same)]).toEqual(['OK', 'OK', 'FAILED']);
});
