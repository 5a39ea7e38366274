import { describe, expect, it } from 'vitest';
import { parseSpace, searchOrder } from './space.ts';

describe('searchOrder()', () => {
  it('never leads from a lower space to a higher one', () => {
    expect(searchOrder('project')).toEqual(['project', 'user', 'system']);
    expect(searchOrder('user')).toEqual(['user', 'system']);
    expect(searchOrder('system')).toEqual(['system']);
  });
});

describe('parseSpace()', () => {
  it.each([
    ['project', 'project'],
    ['user', 'user'],
    ['system', 'system'],
    ['system:rye/core', 'system'],
    ['system:', null],
    ['System', null],
    ['user:x', null],
    ['', null],
  ])('reads %j as %j', (text, space) => {
    expect(parseSpace(text)).toBe(space);
  });
});
