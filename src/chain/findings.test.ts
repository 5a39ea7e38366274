import { expect, it } from 'vitest';
import { element } from '../../tests/helpers/memory-finder.ts';
import { pinned } from './create.ts';
import { compareChains, findingFields } from './findings.ts';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const chain = [
  element('project', 'tool', { executorId: 'runtime', integrity: A }),
  element('user', 'runtime', { executorId: 'p', toolType: 'runtime', integrity: A }),
  element('system', 'p', { integrity: A }),
];
const locked = chain.map(pinned);
const kindsOf = (fresh: typeof chain) => compareChains(locked, fresh).map(({ kind, position, itemId }) => `${kind} ${position} ${itemId}`);
const withSecond = (fields: object) => chain.map((each, at) => (at === 1 ? { ...each, ...fields } : each));

it('compareChains() finds nothing in the same chain', () => expect(compareChains(locked, chain)).toEqual([]));

it('compareChains() names position, file and both hashes of an element that has changed', () => {
  expect(compareChains(locked, withSecond({ integrity: B }))).toEqual([
    { kind: 'CHANGED', position: 1, itemId: 'runtime', file: '/user/runtime.py', expected: A, actual: B },
  ]);
});

it('compareChains() reports an element that is in another space, whatever its bytes', () => {
  expect(compareChains(locked, withSecond({ space: 'project' }))).toEqual([
    { kind: 'SHADOWED', position: 1, itemId: 'runtime', file: '/user/runtime.py', expected: 'user', actual: 'project' },
  ]);
});

it('compareChains() reports another type, and another executor', () => {
  expect(compareChains(locked, withSecond({ toolType: null }))).toMatchObject([
    { kind: 'EXECUTOR_CHANGED', expected: 'runtime, executor p', actual: 'no type, executor p' },
  ]);
  expect(compareChains(locked, withSecond({ executorId: null }))).toMatchObject([
    { kind: 'EXECUTOR_CHANGED', expected: 'runtime, executor p', actual: 'runtime, executor none' },
  ]);
});

it('compareChains() reports every finding of an element', () => {
  expect(kindsOf(withSecond({ space: 'project', integrity: B, toolType: 'x' }))).toEqual([
    'SHADOWED 1 runtime',
    'CHANGED 1 runtime',
    'EXECUTOR_CHANGED 1 runtime',
  ]);
});

it('compareChains() reports a chain that has become longer or shorter', () => {
  expect(compareChains(locked, chain.slice(0, 2))).toEqual([
    { kind: 'CHAIN_LENGTH', position: null, itemId: 'tool', file: null, expected: '3', actual: '2' },
  ]);
  expect(kindsOf([...chain, element('system', 'more')])).toEqual(['CHAIN_LENGTH null tool']);
});

it('compareChains() reports a replaced element at the one before it, and still judges the ones after it', () => {
  const fresh = [
    { ...(chain[0] as (typeof chain)[0]), executorId: 'wrapper' },
    element('user', 'wrapper', { executorId: 'p', integrity: B }),
    element('system', 'p', { integrity: B }),
  ];
  expect(kindsOf(fresh)).toEqual(['EXECUTOR_CHANGED 0 tool', 'CHANGED 2 p']);
});

it('findingFields() names every field as in the JSON output', () => {
  const [finding] = compareChains(locked, withSecond({ integrity: B }));
  expect(finding && findingFields(finding)).toEqual({
    kind: 'CHANGED',
    position: 1,
    item_id: 'runtime',
    file: '/user/runtime.py',
    expected: A,
    actual: B,
  });
});
