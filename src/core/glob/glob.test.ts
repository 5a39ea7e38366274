import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../tests/helpers/trials.ts';
import { BadGlob, coversDirectory, isSelected, matchesGlob, parseGlob } from './glob.ts';

const holds = (glob: string, path: string): boolean => matchesGlob(parseGlob(glob), path);

test.each<[string[], boolean]>([
  [[], true],
  [['*.tsv', '*.csv'], true],
  [['*.tsv'], false],
])('isSelected() with %j says of a.csv %s', (globs, expected) => expect(isSelected(globs.map(parseGlob), 'a.csv')).toBe(expected));

test.each([
  ['a/b.csv', 'a/b.csv', true],
  ['a/b.csv', 'a/b.csv2', false],
  ['*.csv', 'a.csv', true],
  ['*.csv', 'd/a.csv', false],
  ['*.csv', '.csv', true],
  ['*', '.hidden', true],
  ['?', 'a', true],
  ['?', '/', false],
  ['?', '\u{1f600}', true],
  ['a?c', 'abbc', false],
  ['[ab]x', 'bx', true],
  ['[!ab]x', 'bx', false],
  ['[^ab]x', 'cx', true],
  ['[!a]', '/', false],
  ['a[.-0]b', 'a/b', false],
  ['[]]', ']', true],
  ['[!]]', ']', false],
  ['[a-]', '-', true],
  ['[-a]', '-', true],
  ['[\\]', '\\', true],
  ['[\u{1f600}-\u{1f610}]', '\u{1f605}', true],
  ['\\*', '*', true],
  ['\\*', 'a', false],
  ['a]', 'a]', true],
  ['a,b', 'a,b', true],
  ['**', 'a/b/c', true],
  ['**/a', 'a', true],
  ['**/a', 'x/y/a', true],
  ['**/a', 'xa', false],
  ['a/**', 'a/b/c', true],
  ['a/**', 'a', false],
  ['a/**/b', 'a/b', true],
  ['a/**/b', 'a/x/y/b', true],
  ['a/**/b', 'ab', false],
  ['a/**/**/b', 'a/b', true],
  ['a**b', 'axxb', true],
  ['a**b', 'a/b', false],
  ['a/**b', 'a/x/b', false],
  ['***', 'a/b', false],
  ['**/*.csv', 'd/e/a.csv', true],
  ['**/*.csv', 'a.csv', true],
  ['**/*.csv', 'a.csv/b', false],
  ['{a,b}', 'b', true],
  ['{a,b}', 'c', false],
  ['x{a,{b,c}d}y', 'xcdy', true],
  ['foo{,.txt}', 'foo', true],
  ['foo{,.txt}', 'foo.txt', true],
  ['{}a', 'a', true],
  ['{a/**,b}', 'a/x/y', true],
  ['{**,a}/b', 'b', true],
  ['{**,a}/b', 'x/y/b', true],
  ['x/{**,a}', 'x/y/z', true],
  ['{**,a}b', 'x/b', false],
  ['{a,b}/**', 'b/c', true],
  ['{a\\,b,c}', 'a,b', true],
  ['a\nb*', 'a\nb\nc', true],
])('matchesGlob() %j on %j is %s', (glob, path, expected) => expect(holds(glob, path)).toBe(expected));

test('matchesGlob() takes time bounded by glob times path on hostile globs', () => {
  const hostile = ['*a*a*a*a*a*a*a*a*a*a*b', '**/a/**/a/**/a/**/a/**/a/**/b', '{a,aa}{a,aa}{a,aa}{a,aa}{a,aa}{a,aa}{a,aa}*b'];
  const started = performance.now();
  for (const glob of hostile) {
    expect(holds(glob, 'a'.repeat(4000))).toBe(false);
    expect(holds(glob, 'a/'.repeat(2000))).toBe(false);
  }
  expect(performance.now() - started).toBeLessThan(2000);
});

test('matchesGlob() agrees with a naive expansion and match', () => {
  fc.assert(
    fc.property(globText, pathText, (glob, path) => {
      expect(holds(glob, path)).toBe(expandBraces(glob).some((plain) => naive(plain).test(path)));
    }),
    runs(5000),
  );
});

test('matchesGlob() matches every path with the glob that was made from it', () => {
  fc.assert(
    fc.property(pathText, (path) => {
      expect(holds(path.replace(/[\\*?[\]{},]/g, '\\$&'), path)).toBe(true);
    }),
  );
});

test.each([
  ['', 'empty', 1],
  ['ab[c', 'unclosed class', 3],
  ['[', 'unclosed class', 1],
  ['[]', 'unclosed class', 1],
  ['[!]', 'unclosed class', 1],
  ['x[z-a]', 'bad range', 3],
  ['a{b,{c}', 'unclosed alternates', 2],
  ['{', 'unclosed alternates', 1],
  ['a}', 'unopened alternates', 2],
  ['{a}}', 'unopened alternates', 4],
  ['a\\', 'dangling backslash', 2],
  ['{'.repeat(100_000), 'nesting', 65],
])('parseGlob() refuses %.20j: %s at character %i', (glob, reason, position) =>
  expect(() => parseGlob(glob)).toThrow(expect.objectContaining({ name: 'BadGlob', reason, position })),
);

test('parseGlob() says what was expected and where', () =>
  expect(() => parseGlob('x[z-a]')).toThrow(new BadGlob('bad range', 3, 'expected a rising range, found z-a')));

test('parseGlob() never throws anything but BadGlob', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('a/*?[]{},\\-!')), maxLength: 12 }), (text) => {
      try {
        parseGlob(text);
      } catch (error) {
        expect(error).toBeInstanceOf(BadGlob);
      }
    }),
  );
});

test.each([
  ['tmp', 'tmp', true],
  ['tmp/**', 'tmp', true],
  ['tmp/**', 'tmp/a', true],
  ['tmp/**', 'tmpa', false],
  ['**/tmp/**', 'a/tmp', true],
  ['{a,b}/**', 'b', true],
  ['{a/**,b/**}', 'b', true],
  ['{a/**,b/c}', 'b', false],
  ['tmp/*', 'tmp', false],
  ['tmp/**/x', 'tmp', false],
  ['*/', 'tmp', false],
])('coversDirectory() %j covers %j: %s', (glob, directory, expected) => expect(coversDirectory(parseGlob(glob), directory)).toBe(expected));

test('coversDirectory() covers a directory only if it matches it or everything below it', () => {
  fc.assert(
    fc.property(globText, pathText, pathText, (text, directory, below) => {
      const glob = parseGlob(text);
      if (coversDirectory(glob, directory) && !matchesGlob(glob, directory)) expect(matchesGlob(glob, `${directory}/${below}`)).toBe(true);
    }),
    runs(2000),
  );
});

const segment = fc.string({ unit: fc.constantFrom('a', 'b', '.', '\u{1f600}'), minLength: 1, maxLength: 3 });
const pathText = fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join('/'));
const piece = fc.constantFrom('a', 'b', '.', '\u{1f600}', '?', '*', '[ab]', '[!a]', '\\*');
const word = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''));
const component = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 2, arbitrary: fc.constant('**') },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.oneof(word, fc.constant('**'), fc.constant('**/a'), fc.constant('')), { minLength: 1, maxLength: 3 })
      .map((some) => `{${some.join(',')}}`),
  },
  { weight: 1, arbitrary: fc.tuple(word, word, word).map(([a, b, c]) => `${a}{${b},{${c},}}`) },
);
const globText = fc
  .array(component, { minLength: 1, maxLength: 4 })
  .map((components) => components.join('/'))
  .filter((glob) => !/\*\*[*{]/.test(glob));

const seam = '\u0002';

/** Expands a glob with braces into globs without; asterisks that become adjacent by this are not a run. */
function expandBraces(glob: string): string[] {
  const close = glob.indexOf('}');
  if (close < 0) return [glob];
  const open = glob.lastIndexOf('{', close);
  const choices = glob.slice(open + 1, close).split(',');
  return choices.flatMap((choice) => expandBraces(glob.slice(0, open) + seam + choice + seam + glob.slice(close + 1)));
}

function naive(glob: string): RegExp {
  const source = glob
    .replace(
      /\.|\\\*|\*\*|\*|\?|\[!/g,
      (token) => ({ '.': '\\.', '\\*': '\\*', '**': '\u0001', '*': '[^/]*', '?': '[^/]', '[!': '[^/' })[token] as string,
    )
    .replaceAll(seam, '')
    .replace(/(?<=^|\/)\u0001(?=\/)\//g, '(?:.*/)?')
    .replace(/(?<=^|\/|\/\)\?)\u0001$/, '.*')
    .replace(/\u0001/g, '[^/]*');
  return new RegExp(`^${source}$`, 'su');
}
