import { describe, expect, it } from 'vitest';
import { refFault } from './ref.ts';

describe('refFault()', () => {
  it.each(['demo', 'a b', '..x', 'x..', 'é', '-x', '~'])('takes %j', (ref) => expect(refFault(ref)).toBeNull());
  it.each(['', '.', '..', 'a/b', '/a', 'a/', '../x', 'a\\b', 'a\0b', 'C:', '\ud800/'])('refuses %j', (ref) => {
    expect(refFault(ref)).toMatch(/^invalid ref: expected one path segment, found "/);
  });
});
