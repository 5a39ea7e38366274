import { expect, test } from 'vitest';
import { isBelow, withSeparator } from './below.ts';

test.each([
  ['/data', '/data/a', true],
  ['/data/', '/data/a', true],
  ['/', '/data', true],
  ['/data', '/data', false],
  ['/data', '/database/a', false],
])('isBelow(%j, %j) is %s', (folder, path, expected) => expect(isBelow(folder, path)).toBe(expected));

test.each([
  ['/data', '/data/'],
  ['/data/', '/data/'],
  ['/', '/'],
])('withSeparator(%j) is %j', (folder, expected) => expect(withSeparator(folder)).toBe(expected));
