import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RegularNames } from './known-regular.ts';

const root = `${mkdtempSync(join(tmpdir(), 'regular-names-'))}/`;
beforeAll(() => {
  mkdirSync(join(root, 'a/b'), { recursive: true });
  for (const path of ['top', 'a/file', 'a/b/deep', 'a/kept\u{fffd}']) writeFileSync(join(root, path), '');
  symlinkSync('file', join(root, 'a/link'));
  symlinkSync('file', join(root, 'a/link\u{fffd}'));
  writeFileSync(Buffer.concat([Buffer.from(join(root, 'a/link')), Buffer.from([0xff])]), '');
});
afterAll(() => rmSync(root, { recursive: true }));

describe('RegularNames', () => {
  test.each([
    ['', 'top', true],
    ['a/', 'file', true],
    ['a/b/', 'deep', true],
    ['a/', 'link', false],
    ['a/', 'b', false],
    ['a/', 'missing', false],
    ['a/', 'link\u{fffd}', false],
    ['a/', 'kept\u{fffd}', false],
    ['missing/', 'file', false],
    ['top/', 'file', false],
  ])('has(%j, %j) is %j', (folder, name, expected) => expect(new RegularNames(root).has(folder, name)).toBe(expected));

  test('isListed() knows the folders on the way, and forgets those it has left', () => {
    const names = new RegularNames(root);
    names.has('a/', 'file');
    names.has('a/b/', 'deep');
    expect(['a/', 'a/b/', ''].map((folder) => names.isListed(folder))).toEqual([true, true, false]);
    names.has('missing/', 'x');
    expect(['a/', 'a/b/', 'missing/'].map((folder) => names.isListed(folder))).toEqual([false, false, true]);
  });
});
