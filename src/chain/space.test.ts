import { expect, it } from 'vitest';
import { parseSpace, searchOrder } from './space.ts';

it('searchOrder() never leads from a lower space to a higher one', () => {
  expect(searchOrder('project')).toEqual(['project', 'user', 'system']);
  expect(searchOrder('user')).toEqual(['user', 'system']);
  expect(searchOrder('system')).toEqual(['system']);
});

it.each([
  ['project', 'project'],
  ['user', 'user'],
  ['system', 'system'],
  ['system:rye/core', 'system'],
  ['system:', null],
  ['System', null],
  ['user:x', null],
  ['', null],
])('parseSpace() reads %j as %j', (text, space) => expect(parseSpace(text)).toBe(space));
