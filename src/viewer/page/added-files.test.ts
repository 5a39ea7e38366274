import { expect, it } from 'vitest';
import type { PageFile } from '../engine/messages.ts';
import { addedFiles } from './added-files.ts';

const file = (path: string, text = ''): PageFile => ({ path, file: new File([text], path) });

it.each([
  ['a first folder', [], ['d/a', 'd/b'], ['d/a', 'd/b'], [], true],
  ['another folder', ['d/a'], ['e/a'], ['d/a', 'e/a'], [], false],
  ['a lock after its folder', ['d/a'], ['d.lock.json'], ['d/a', 'd.lock.json'], [], false],
  ['another folder of the same name, which lacks a file', ['d/a', 'd/sub/b', 'x'], ['d/a'], ['x', 'd/a'], [], false],
  ['a folder of the name of a file', ['d'], ['d/a'], ['d/a'], [], true],
  ['a file of the name of a folder', ['d/a'], ['d'], ['d'], [], true],
  ['two files of the same name', [], ['a', 'b', 'a'], ['a', 'b'], ['a'], true],
  ['two folders of the same name', ['d/c'], ['d/a', 'd/b', 'd/b'], ['d/a', 'd/b'], ['d/b'], true],
])('addedFiles(): %s', (_, given, more, files, twice, isAlone) => {
  const added = addedFiles(
    given.map((path) => file(path)),
    more.map((path) => file(path)),
  );
  expect([added.files.map(({ path }) => path), added.twice, added.isAlone]).toEqual([files, twice, isAlone]);
});

it('addedFiles(): the last of the same path is judged', async () => {
  const { files } = addedFiles([file('a', '1')], [file('a', '2'), file('a', '3')]);
  expect(await Promise.all(files.map((each) => each.file.text()))).toEqual(['3']);
});
