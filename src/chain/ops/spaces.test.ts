import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { findSpaces, locksFolder, toolsFolder } from './spaces.ts';

const base = scratchFolder('chain-spaces');
const home = join(base, 'home');
const project = join(home, 'work/project');
const inner = join(project, 'src/deep');
for (const folder of [join(home, '.ai'), join(project, '.ai'), inner]) mkdirSync(folder, { recursive: true });
const ask = (fields: Partial<Parameters<typeof findSpaces>[0]> = {}) => findSpaces({ env: {}, cwd: inner, home, ...fields });

it('findSpaces() finds the nearest parent folder that contains .ai, the user space in the home folder, and no system space', () =>
  expect(ask()).toEqual({ project, user: join(home, '.ai'), system: null }));

it('findSpaces() does not treat the user space as a project: without another project, it uses the current folder', () => {
  expect(ask({ cwd: join(home, 'work') }).project).toBe(join(home, 'work'));
  expect(ask({ cwd: home }).project).toBe(home);
});

it('findSpaces() uses the environment, flags have priority, and blank values are ignored', () => {
  const env = { USER_SPACE: '/u', SYSTEM_SPACE: '/s' };
  expect(ask({ env })).toMatchObject({ user: '/u', system: '/s' });
  expect(ask({ env, userSpace: '/v', systemSpace: '/t' })).toMatchObject({ user: '/v', system: '/t' });
  expect(ask({ env: { USER_SPACE: ' ', SYSTEM_SPACE: '' } })).toMatchObject({ user: join(home, '.ai'), system: null });
});

it('findSpaces() reads relative paths from the current folder', () => {
  expect(ask({ project: '..', userSpace: 'u', systemSpace: './s' })).toEqual({
    project: join(inner, '..'),
    user: join(inner, 'u'),
    system: join(inner, 's'),
  });
});

const roots = { project: '/p', user: '/u', system: '/s' };

it('toolsFolder() and locksFolder() are where the specification says', () => {
  expect((['project', 'user', 'system'] as const).map((space) => [toolsFolder(roots, space), locksFolder(roots, space)])).toEqual([
    ['/p/.ai/tools', '/p/lockfiles'],
    ['/u/tools', '/u/lockfiles'],
    ['/s/tools', '/s/lockfiles'],
  ]);
});

it('toolsFolder() and locksFolder() are null if there is no system space', () => {
  const none = { ...roots, system: null };
  expect([toolsFolder(none, 'system'), locksFolder(none, 'system')]).toEqual([null, null]);
});
