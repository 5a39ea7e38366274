import { expect, it } from 'vitest';
import { BadPattern } from '#core/regex';
import { compileLinear } from './regex.ts';

it('compileLinear finds the leftmost match from a start position, with its groups', () => {
  const regex = compileLinear('(?i)rent (roll)|(x)');
  expect(regex.find('The Rent Roll, x')).toEqual({ start: 4, end: 13, groups: ['Roll', null] });
  expect(regex.find('The Rent Roll, x', 5)).toEqual({ start: 15, end: 16, groups: [null, 'x'] });
  expect(regex.find('x', 2)).toBeNull();
  expect(regex.test('none')).toBe(false);
});

it('compileLinear considers the text before the start position', () => {
  expect(compileLinear('\\bb').find('ab b', 1)?.start).toBe(3);
  expect(compileLinear('^b').find('ab', 1)).toBeNull();
});

it('compileLinear counts in UTF-16 units', () => expect(compileLinear('.$').find('a😀')).toEqual({ start: 1, end: 3, groups: [] }));

it.each(['(?=a)', '(a)\\1', '[', '(a{1000}){1000}', 'a'.repeat(5000)])('compileLinear refuses %.20s', (pattern) =>
  expect(() => compileLinear(pattern)).toThrow(BadPattern),
);

it('compileLinear ends where a backtracking engine would not', () =>
  expect(compileLinear('(a+)+$').test(`${'a'.repeat(50_000)}b`)).toBe(false));
