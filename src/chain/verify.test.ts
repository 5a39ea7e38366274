import { expect, it } from 'vitest';
import { element } from '../../tests/helpers/memory-finder.ts';
import { lockChain } from './create.ts';
import { cycle, notFound } from './refusals.ts';
import { countsOf, judgeChain, missingRoot, type ToolVerdict, unlockedFinding, verifyOutcome } from './verify.ts';

const A = 'a'.repeat(64);
const chain = [
  element('project', 'tool', { executorId: 'runtime' }),
  element('user', 'runtime', { executorId: 'p' }),
  element('system', 'p', { integrity: A }),
];
const lock = lockChain(chain, 'then', null);
const gone = (id: string, by: string) => notFound({ id, by, spaces: ['system'] });

it('judgeChain() compares a whole chain', () => {
  expect(judgeChain(lock, { chain, failure: null })).toEqual([]);
  expect(judgeChain(lock, { chain: chain.slice(0, 2), failure: null })).toMatchObject([{ kind: 'CHAIN_LENGTH' }]);
});

it('judgeChain() reports a pinned element that is gone as MISSING, with the hash it had', () => {
  expect(judgeChain(lock, { chain: chain.slice(0, 2), failure: gone('p', 'runtime') })).toEqual([
    { kind: 'MISSING', position: 2, itemId: 'p', file: null, expected: A, actual: null },
  ]);
});

it('judgeChain() does not report the hash of the pinned element for another one that is missing in its place', () => {
  const fresh = [chain[0], element('user', 'runtime', { executorId: 'q' })] as typeof chain;
  expect(judgeChain(lock, { chain: fresh, failure: gone('q', 'runtime') })).toMatchObject([
    { kind: 'EXECUTOR_CHANGED', position: 1 },
    { kind: 'MISSING', position: 2, itemId: 'q', expected: null },
  ]);
});

it('judgeChain() reports an element missing after the end of the lock, and that the chain is longer', () => {
  const fresh = [...chain.slice(0, 2), element('system', 'p', { integrity: A, executorId: 'more' })];
  expect(judgeChain(lock, { chain: fresh, failure: gone('more', 'p') })).toMatchObject([
    { kind: 'EXECUTOR_CHANGED', position: 2 },
    { kind: 'MISSING', position: 3, itemId: 'more', expected: null },
  ]);
});

it('judgeChain() gives no verdict if the chain failed for another reason', () =>
  expect(judgeChain(lock, { chain: chain.slice(0, 1), failure: cycle('tool', ['tool']) })).toBeNull());

it('missingRoot() reports the root from its lock', () =>
  expect(missingRoot(lock)).toMatchObject({ kind: 'MISSING', position: 0, itemId: 'tool', expected: chain[0]?.integrity }));

const verdict = (status: ToolVerdict['status']): ToolVerdict => ({
  id: 't',
  version: '1',
  lock: null,
  status,
  findings: [],
  refusal: null,
});

it.each([
  [[], false, 'CHAIN_OK'],
  [['OK', 'UNLOCKED'], false, 'CHAIN_OK'],
  [['OK', 'UNLOCKED'], true, 'CHAIN_DRIFT'],
  [['OK', 'DRIFT'], false, 'CHAIN_DRIFT'],
  [['DRIFT', 'REFUSED', 'OK'], false, 'REFUSAL'],
] as const)('verifyOutcome() of %j, frozen %j, is %s', (statuses, frozen, outcome) =>
  expect(verifyOutcome(statuses.map(verdict), frozen)).toBe(outcome),
);

it('countsOf() counts every tool once', () => {
  const statuses = ['OK', 'DRIFT', 'DRIFT', 'UNLOCKED', 'REFUSED', 'REFUSED', 'REFUSED'] as const;
  expect(countsOf(statuses.map(verdict))).toEqual({ ok: 1, drifted: 2, unlocked: 1, refused: 3 });
});

it('unlockedFinding() names the file and its hash', () => {
  expect(unlockedFinding(chain[2] as (typeof chain)[0])).toMatchObject({
    kind: 'UNLOCKED',
    file: '/system/p.py',
    expected: null,
    actual: A,
  });
});
