import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { BadPattern } from '#core/regex';
import { runs } from '../../tests/helpers/trials.ts';
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

it('compileLinear gives the same answer for simple patterns and short texts, whichever engine runs them', () => {
  const atom = fc.constantFrom('a', 'L', '-', '[0-9]', '[A-Za-z_]', '\\d', '\\w', '\\.', ' ', '[a-c-]', '#');
  const repeat = fc.constantFrom('', '', '', '+', '*', '?', '{2}', '{1,3}', '{2,}');
  const pattern = fc
    .tuple(fc.array(fc.tuple(atom, repeat), { maxLength: 5 }), fc.boolean())
    .map(([atoms, isAnchored]) => `^${atoms.flat().join('')}${isAnchored ? '$' : ''}`);
  const text = fc.string({ unit: fc.constantFrom(...Array.from('aaL--0 9._é漢🎉\n#')), maxLength: 8 });
  let matched = 0;
  fc.assert(
    fc.property(pattern, text, (source, subject) => {
      const expected = RE2JS.compile(source).matcher(subject).find();
      expect(compileLinear(source).test(subject)).toBe(expected);
      if (expected) matched++;
    }),
    runs(4000),
  );
  expect(matched).toBeGreaterThan(10);
});

it('compileLinear ends soon for a simple pattern and a text made for it', () => {
  const regex = compileLinear('^a*a*b$');
  for (let i = 0; i < 20_000; i++) expect(regex.test('a'.repeat(64))).toBe(false);
});
