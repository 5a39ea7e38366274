import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { formatChainLock } from '../document.ts';
import { diffLockfiles } from './diff.ts';

const root = { itemId: 'tool', space: 'user', toolType: 'primitive', executorId: null, integrity: 'a'.repeat(64) } as const;
const bytes = encodeUtf8(formatChainLock({ generatedAt: '2026-01-01T00:00:00+00:00', version: '1.0.0', chain: [root], kept: {} }));

it('diffLockfiles() compares two locks by their bytes alone', () =>
  expect(diffLockfiles({ given: 'a', bytes }, { given: 'b', bytes })).toMatchObject({ unchanged: 1, changed: [] }));

it('diffLockfiles() refuses a corrupt lock, with the name that the user gave', () => {
  const corrupt = { given: 'b', bytes: encodeUtf8('[]') };
  expect(() => diffLockfiles({ given: 'a', bytes }, corrupt)).toThrow('corrupt lockfile b: expected an object');
  expect(() => diffLockfiles(corrupt, { given: 'a', bytes })).toRefuse('E_BAD_LOCK');
});
