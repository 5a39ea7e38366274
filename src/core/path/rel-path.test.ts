import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../tests/helpers/trials.ts';
import { percentDecodedText, vectors } from '../../../tests/vectors/vector-file.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { isPlainRelPath, isRelPath, parseRelPath, UnsafePath } from './rel-path.ts';

const judged = vectors('rel-paths.tsv').map(([path = '', verdict = '']) => [percentDecodedText(path), verdict] as const);

/** Pieces from which every kind of unsafe path is made. */
const path = fc
  .array(fc.constantFrom('.', '..', '...', '/', '//', 'a', 'C', 'z', ':', ' ', '\u{e9}', '\u{1f600}', '[', '@', '`', '{'), { maxLength: 7 })
  .map((parts) => parts.join(''));

test.each(judged.filter(([, verdict]) => verdict === 'ok'))('parseRelPath() gives back %j as it is', (text) =>
  expect(parseRelPath(text)).toBe(text),
);

test.each(judged.filter(([, verdict]) => verdict !== 'ok'))('parseRelPath() refuses %j: %s', (text, verdict) => {
  expect(isRelPath(text)).toBe(false);
  let thrown: unknown;
  try {
    parseRelPath(text);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(UnsafePath);
  expect((thrown as UnsafePath).reason).toBe(verdict);
  expect((thrown as UnsafePath).message.endsWith(`: ${text}`)).toBe(true);
});

test.each([
  ['/etc/passwd', 'member path is absolute: /etc/passwd'],
  ['a/../b', 'member path contains traversal: a/../b'],
])('parseRelPath() says of %j what lock.md says', (text, message) => expect(() => parseRelPath(text)).toThrow(message));

const isPlain = (text: string): boolean => {
  const bytes = encodeUtf8(`/${text}/`);
  return isPlainRelPath(bytes, 1, bytes.length - 1);
};

test.each(judged.filter(([text]) => !/[\\\0]/.test(text)))('isPlainRelPath() judges %j as parseRelPath() does: %s', (text, verdict) =>
  expect(isPlain(text)).toBe(verdict === 'ok'),
);

test('isPlainRelPath() judges any path without backslash and NUL as isRelPath() does', () => {
  let safe = 0;
  fc.assert(
    fc.property(path, (text) => {
      const isSafe = isRelPath(text);
      if (isSafe) safe++;
      expect(isPlain(text)).toBe(isSafe);
    }),
    runs(5000),
  );
  expect(safe).toBeGreaterThan(100);
});

test('isRelPath() judges a path of millions of segments', () => {
  const many = 'a/'.repeat(4_000_000);
  expect([`${many}b`, `${many}..`, many].map(isRelPath)).toEqual([true, false, false]);
});

const reference = (text: string): boolean =>
  text !== '' &&
  !text.includes('\0') &&
  !/^(?:[/\\]|[A-Za-z]:)/.test(text) &&
  !text.split(/[/\\]/).includes('..') &&
  !text.split('/').some((segment) => segment === '' || segment === '.');

test('isRelPath() agrees with the rule in its simplest form, for any path', () => {
  const hostile = fc.stringMatching(/^[a./\\:\0\u{1f600}]{0,9}$/u);
  fc.assert(
    fc.property(hostile, (text) => {
      expect(isRelPath(text)).toBe(reference(text));
    }),
    runs(20_000),
  );
});
