import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isRelPath } from '#core/path/rel-path';
import { BadId, isToolVersion, lockName, parseLockName, parseToolId } from './id.ts';

it.each(['web/scraper', 'a', 'a.b/c', '..a/b..', '...', 'é/工具', 'with space', "it's", '-flag', 'ab:c', '$HOME'])(
  'parseToolId() takes %j',
  (text) => expect(parseToolId(text)).toBe(text),
);

it.each([
  ['an empty one', ''],
  ['an absolute one', '/etc/passwd'],
  ['one that leads up', '../scraper'],
  ['one that leads up inside', 'a/../../b'],
  ['one that ends in ..', 'a/..'],
  ['a dot segment', './a'],
  ['an empty segment', 'a//b'],
  ['a slash at the end', 'a/'],
  ['a backslash', 'a\\..\\b'],
  ['a drive letter', 'C:a'],
  ['an at sign', 'a@1.0.0'],
  ['NUL', 'a\0b'],
  ['a line feed', 'a\nb'],
  ['an escape', 'a\u001b[31m'],
  ['a control character above ASCII', 'a\u0085'],
  ['a lone surrogate', 'a\ud800'],
])('parseToolId() refuses %s', (_, text) => expect(() => parseToolId(text)).toThrow(BadId));

it('parseToolId() shows the invalid id without control characters', () =>
  expect(() => parseToolId('a\nb\u001b')).toThrow("found 'a\u{fffd}b\u{fffd}'"));

it('parseToolId() accepts only a path inside an artefact', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z./\\@:\n-]{0,8}$/)), (text) => {
      try {
        parseToolId(text);
      } catch {
        return true;
      }
      return isRelPath(text) && !/[\\@\p{Cc}]/u.test(text);
    }),
  );
});

it.each(['1.0.0', '0', '1.0.0-alpha.1+build', 'v2', '2026_01'])('isToolVersion() takes %j', (text) =>
  expect(isToolVersion(text)).toBe(true),
);

it.each(['', '.', '..', '../1', '1/2', '1\\2', '-1', '.1', '1@2', '1 0', '1\n', 'é'])('isToolVersion() does not take %j', (text) =>
  expect(isToolVersion(text)).toBe(false),
);

it('parseLockName() is the inverse of lockName()', () => {
  const id = fc.stringMatching(/^[a-z.é'-]{1,5}(\/[a-z.]{1,5}){0,2}$/).filter((text) => isRelPath(text));
  const version = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,8}$/);
  fc.assert(
    fc.property(id, version, (tool, number) => {
      expect(parseLockName(lockName(parseToolId(tool), number))).toEqual({ id: tool, version: number });
    }),
  );
});

it.each(['a.lock.json', 'a@.lock.json', '@1.0.lock.json', 'a@1.0.json', 'a@1.0.lock.json.tmp', 'a@b@1.0.lock.json', 'a@1/2.lock.json'])(
  'parseLockName() does not take %j for the name of a lock',
  (name) => expect(parseLockName(name)).toBeNull(),
);
