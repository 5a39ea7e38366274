import { expect, test } from 'vitest';
import { TarError } from './layout.ts';
import { tarNames } from './names.ts';

test('tarNames() removes a leading ./ once', () => {
  const names = tarNames();
  expect(names.file('./a/b')).toBe('a/b');
  expect(names.file('a/c')).toBe('a/c');
  expect(() => names.file('././d')).toThrow(TarError);
});

test('tarNames() accepts a folder many times, by its own entry and by the files in it', () => {
  const names = tarNames();
  names.folder('d/');
  names.file('d/e/f');
  names.folder('d/e');
  names.folder('./d/');
  for (const name of ['d', 'd/e', './d/e']) expect(() => names.file(name)).toThrow('a file and a folder of the same name');
  expect(() => names.file('d/e/f/g')).toThrow('a file and a folder of the same name');
  expect(names.file('d/e/g')).toBe('d/e/g');
});

test('tarNames() limits the number of names, including the folders of a path', () => {
  const most = { files: 2, folders: 2, characters: 1000 };
  const names = tarNames(most);
  names.file('a/b/c');
  names.file('a/b/d');
  expect(() => names.file('a/b/c')).toThrow('a name that was there before');
  expect(() => names.folder('e')).toThrow('more than 2 folders');
  expect(() => names.file('f')).toThrow('more than 2 files');
  expect(() => tarNames(most).file('a/b/c/d')).toThrow('more than 2 folders');
});

test('tarNames() limits the total length of names, with each segment counted once', () => {
  const names = tarNames({ files: 100, folders: 100, characters: 3000 });
  const folder = 'f'.repeat(2000);
  for (let i = 0; i < 50; i++) names.file(`${folder}/${i}`);
  expect(() => names.file(`${folder}/${'x'.repeat(1000)}`)).toThrow('names of more than 3000 characters in all');
});

test('tarNames() refuses names of thousands of levels before they fill the memory', () => {
  const names = tarNames();
  const deep = '/a'.repeat(2030);
  expect(() => {
    for (let i = 0; i < 600; i++) names.file(`${i}${deep}`);
  }).toThrow('more than 1048576 folders');
});

test('tarNames() refuses a name that no system could open', () => {
  const names = tarNames();
  expect(names.file('a/'.repeat(2047).concat('bb'))).toHaveLength(4096);
  expect(() => names.file('a/'.repeat(500_000).concat('b'))).toThrow('a name that is too long');
  expect(() => names.folder('x'.repeat(4097))).toThrow('a name that is too long');
});
