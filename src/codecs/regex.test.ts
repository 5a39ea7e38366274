import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
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

it('compileLinear gives the same answer for simple patterns as RE2, from a text and from its bytes', () => {
  const atom = fc.constantFrom('a', 'L', '-', '[0-9]', '[A-Za-z_]', '\\d', '\\w', '\\.', '\\-', '\\$', ' ', '[a-c-]', '[:a:]', '#');
  const repeat = fc.constantFrom('', '', '', '+', '*', '?', '{0}', '{2}', '{1,3}', '{0,2}', '{2,}', '{0,}');
  const pattern = fc
    .tuple(fc.array(fc.tuple(atom, repeat), { maxLength: 5 }), fc.boolean())
    .map(([atoms, isAnchored]) => `^${atoms.flat().join('')}${isAnchored ? '$' : ''}`);
  const text = fc.string({ unit: fc.constantFrom(...Array.from('aaL--0 9._é漢🎉\n#:$')), maxLength: 8 });
  let matched = 0;
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 4 }), (source, subjects) => {
      const regex = compileLinear(source);
      for (const subject of subjects) {
        const expected = RE2JS.compile(source).matcher(subject).find();
        const bytes = encodeUtf8(`a${subject}a`);
        expect([regex.test(subject), regex.testBytes?.(bytes, 1, bytes.length - 1)]).toEqual([expected, expected]);
        if (expected) matched++;
      }
    }),
    runs(4000),
  );
  expect(matched).toBeGreaterThan(10);
});

it.each([
  ['^a\\$', 'a$', true],
  ['^a\\\\$', 'a\\', true],
  ['^a\\\\$', 'a\\b', false],
  ['^', '', true],
  ['^$', 'a', false],
  ['^a{99}b{99}$', `${'a'.repeat(99)}${'b'.repeat(99)}`, true],
])('compileLinear says of %j and %j: %j', (pattern, text, isMatch) => {
  const { test, testBytes } = compileLinear(pattern);
  const bytes = encodeUtf8(text);
  expect([test(text), testBytes?.(bytes, 0, bytes.length) ?? isMatch]).toEqual([isMatch, isMatch]);
});

it('compileLinear tests a text by RE2 if the automaton of the pattern would have too many states', () => {
  const { test, testBytes } = compileLinear('^[01]*1[01]{8}$');
  const numbers = Array.from({ length: 512 }, (_, i) => i.toString(2)).join('');
  for (const text of [`${numbers}100000000`, `${numbers}000000000`, '100000000']) {
    const bytes = encodeUtf8(text);
    const expected = RE2JS.compile('^[01]*1[01]{8}$').matcher(text).find();
    expect([test(text), testBytes?.(bytes, 0, bytes.length)]).toEqual([expected, expected]);
  }
});

it('compileLinear has a test of bytes for simple patterns only', () =>
  expect(['^a+$', 'a+', '^(a)$', '^a{99}b{99}$'].map((pattern) => compileLinear(pattern).testBytes !== undefined)).toEqual([
    true,
    false,
    false,
    false,
  ]));

it('compileLinear ends soon for a simple pattern and a text made for it', () => {
  const regex = compileLinear('^a*a*a*a*b$');
  for (let i = 0; i < 20_000; i++) expect(regex.test('a'.repeat(64))).toBe(false);
});
