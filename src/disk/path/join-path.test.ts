import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { joinPath } from './join-path.ts';

const top = scratchFolder('join-path');
mkdirSync(join(top, 'a/b'), { recursive: true });
symlinkSync('a/b', join(top, 'link'));
symlinkSync('nowhere', join(top, 'dangling'));
writeFileSync(join(top, 'file'), '');

it.each([
  ['', ''],
  ['x', `${top}/x`],
  ['./x', `${top}/x`],
  ['.', top],
  ['./', top],
  ['a//./b', `${top}/a/b`],
  ['a/', `${top}/a`],
  ['a/.', `${top}/a`],
  ['a/b/..', `${top}/a`],
  ['link', `${top}/link`],
  ['link/x', `${top}/link/x`],
  ['link/', `${top}/a/b`],
  ['link/.', `${top}/a/b`],
  ['link/..', `${top}/a`],
  ['link/../x', `${top}/a/x`],
  ['link/../../x/./y', `${top}/x/y`],
  ['new/', `${top}/new/`],
  ['..x/.y/z..', `${top}/..x/.y/z..`],
  ['/', '/'],
  ['/..', '/'],
  ['//etc', '/etc'],
  ['a\nb/../..', 'E_IO'],
  ['none/..', 'E_IO'],
  ['none/../a', 'E_IO'],
  ['file/..', 'E_IO'],
  ['file/', 'E_IO'],
  ['dangling/', 'E_IO'],
  ['\ud800', 'E_IO'],
])('joinPath() takes %j as %s', (given, wanted) => {
  const answer = (): string => {
    try {
      return joinPath(top, given);
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  expect(answer()).toBe(wanted);
});

it('joinPath() leaves an absolute path without . and .. unchanged', () => expect(joinPath('/none', '/a/b.c')).toBe('/a/b.c'));
