import { expect, it } from 'vitest';
import { element } from '../../tests/helpers/memory-finder.ts';
import { isSameChain, lockChain, pinned } from './create.ts';
import type { LockedElement } from './document.ts';

const chain = [element('project', 'tool', { executorId: 'p', version: '2.1.0' }), element('system', 'p')];

it('lockChain() records the version of the root, and only the pinned fields of each element', () => {
  const lock = lockChain(chain, 'now', null);
  expect(lock).toMatchObject({ generatedAt: 'now', version: '2.1.0', kept: {} });
  expect(lock.chain.map((each) => Object.keys(each))).toEqual(chain.map(() => ['itemId', 'space', 'toolType', 'executorId', 'integrity']));
});

it('lockChain() keeps the unknown keys of the previous lock', () => {
  const kept = { registry: { url: 'u' }, note: 1 };
  expect(lockChain(chain, 'now', { generatedAt: 'then', version: '1', chain: [], kept }).kept).toEqual(kept);
});

it('lockChain() and an older lock keeps the unknown keys of its root and of each element, but not of a removed element', () => {
  const [root, last] = chain.map(pinned) as [LockedElement, LockedElement];
  const middle = { ...last, itemId: 'm', kept: { gone: true } };
  const before = [{ ...root, integrity: '0'.repeat(64), kept: { signer: 'a' } }, middle, { ...last, kept: { note: 1 } }];
  const lock = lockChain(chain, 'now', { generatedAt: 'then', version: '1', chain: before, kept: {}, keptInRoot: { provider_id: 'b' } });
  expect(lock.keptInRoot).toEqual({ provider_id: 'b' });
  expect(lock.chain).toEqual([
    { ...root, kept: { signer: 'a' } },
    { ...last, kept: { note: 1 } },
  ]);
});

it('isSameChain() is true for the same chain', () => expect(isSameChain(chain.map(pinned), chain)).toBe(true));

it.each(['itemId', 'space', 'toolType', 'executorId', 'integrity'] as const)(
  'isSameChain() does not hold where an element has another %s',
  (key) => {
    const other = chain.map(pinned).map((each, at) => (at === 1 ? { ...each, [key]: 'user' } : each));
    expect(isSameChain(other, chain)).toBe(false);
  },
);

it('isSameChain() is false for a longer or shorter chain', () => {
  expect(isSameChain(chain, chain.slice(0, 1))).toBe(false);
  expect(isSameChain(chain.slice(0, 1), chain)).toBe(false);
});
