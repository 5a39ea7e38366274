import { expect, it } from 'vitest';
import { refFault } from './ref.ts';

it.each(['demo', 'a b', '..x', 'x..', 'é', '-x', '~'])('refFault() takes %j', (ref) => expect(refFault(ref)).toBeNull());
it.each(['', '.', '..', 'a/b', '/a', 'a/', '../x', 'a\\b', 'a\0b', 'C:', '\ud800/'])('refFault() refuses %j', (ref) =>
  expect(refFault(ref)).toMatch(/^invalid ref: expected one path segment, found "/),
);
