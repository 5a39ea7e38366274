import { expect, test } from 'vitest';
import { parentOf } from './parent-of.ts';

test.each([
  ['data/dec.lock.json', 'data'],
  ['dec.lock.json', '.'],
  ['data/', '.'],
  ['a//b//', 'a'],
  ['/data', '/'],
  ['/', '/'],
  ['//', '/'],
  ['', '.'],
  ['../x', '..'],
])('parentOf(%j) is %j', (path, parent) => expect(parentOf(path)).toBe(parent));
