import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { makeFolders } from './make-folders.ts';

const top = scratchFolder('make-folders');

it('makeFolders() returns the folders it made, the outermost first', () => {
  mkdirSync(join(top, 'a'));
  expect(makeFolders(join(top, 'a/b/c'))).toEqual([join(top, 'a/b'), join(top, 'a/b/c')]);
  expect(makeFolders(join(top, 'a/b/c'))).toEqual([]);
  symlinkSync('a', join(top, 'link'));
  expect(makeFolders(join(top, 'link'))).toEqual([]);
});

it('makeFolders() stops where a parent is not a folder, and leaves nothing behind', () => {
  writeFileSync(join(top, 'file'), '');
  expect(() => makeFolders(join(top, 'file'))).toThrow('EEXIST');
  expect(() => makeFolders(join(top, 'file/x/y'))).toThrow('ENOTDIR');
  expect(() => makeFolders(`${top}/x/y/${'n'.repeat(300)}`)).toThrow('ENAMETOOLONG');
  expect(existsSync(join(top, 'x'))).toBe(false);
});

it.skipIf(!existsSync('/proc/self'))('makeFolders() ends where a parent can neither be found nor made', () =>
  expect(() => makeFolders('/proc/x/y/z')).toThrow('ENOENT'),
);
