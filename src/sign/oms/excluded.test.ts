import { expect, it } from 'vitest';
import { newExclusion } from './excluded.ts';

it.each([
  ['.git', true],
  ['.git/config', true],
  ['.github/workflows/ci.yml', true],
  ['cache', true],
  ['cache/a/b', true],
  ['cached/a', false],
  ['a/.git', false],
  ['a/cache/b', false],
])('newExclusion() leaves out %s: %s', (path, isOut) => expect(newExclusion(['cache'])(path)).toBe(isOut));
