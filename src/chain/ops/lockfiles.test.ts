import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { writeFile } from '../../../tests/chain/example.ts';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { formatChainLock } from '../document.ts';
import { parseToolId } from '../id.ts';
import type { Space } from '../space.ts';
import { type NamedLock, openLocks, readLock } from './lockfiles.ts';

const base = scratchFolder('chain-locks');
const roots = { project: join(base, 'p'), user: join(base, 'u'), system: join(base, 's') };
const id = parseToolId('web/scraper');
const fileIn = (space: Space, name = 'web/scraper@1.0.0.lock.json') => join(roots[space], 'lockfiles', name);

function lockText(itemId = 'web/scraper', version = '1.0.0'): string {
  const root = { itemId, space: 'user', toolType: 'primitive', executorId: null, integrity: 'a'.repeat(64) } as const;
  return formatChainLock({ generatedAt: '2026-01-01T00:00:00+00:00', version, chain: [root], kept: {} });
}
const found = () => openLocks(roots).find(id, '1.0.0');

beforeEach(() => {
  for (const root of Object.values(roots)) rmSync(root, { recursive: true, force: true });
});

it('openLocks() finds the first match, nearest space first', () => {
  expect(found()).toBeNull();
  for (const space of ['system', 'user', 'project'] as const) {
    writeFile(fileIn(space), lockText());
    expect(found()).toMatchObject({ space, file: fileIn(space), id, version: '1.0.0' });
  }
  expect(openLocks(roots).findIn('user', id, '1.0.0')).toMatchObject({ space: 'user' });
});

it('openLocks() finds no lock of another version, nor one in a space that does not exist', () => {
  writeFile(fileIn('system'), lockText());
  expect(openLocks(roots).find(id, '1.0.1')).toBeNull();
  expect(openLocks({ ...roots, system: null }).find(id, '1.0.0')).toBeNull();
});

it('openLocks() does not treat a file as a folder', () => {
  writeFile(join(roots.user, 'lockfiles/web'), '');
  expect(found()).toBeNull();
});

it('openLocks() returns all versions of a tool, and nothing else', () => {
  for (const name of ['scraper@2.0.0', 'scraper@1.0.0', 'scraper2@1.0.0', 'scraper', 'deep/scraper@1.0.0'])
    writeFile(fileIn('user', `web/${name}.lock.json`), '');
  writeFile(fileIn('project', 'web/scraper@3.0.0.lock.json'), '');
  expect(
    openLocks(roots)
      .named(id)
      .map(({ space, version }) => `${space} ${version}`),
  ).toEqual(['project 3.0.0', 'user 1.0.0', 'user 2.0.0']);
});

it('openLocks() returns the locks of ids without a folder', () => {
  writeFile(fileIn('user', 'tool@1.0.0.lock.json'), '');
  expect(openLocks(roots).named(parseToolId('tool'))).toHaveLength(1);
});

it('openLocks() lists all locks at any depth, and follows no link', () => {
  for (const name of ['b@1.0.0', 'a/b/c@1.0.0', 'a@1.0.0']) writeFile(fileIn('user', `${name}.lock.json`), '');
  writeFile(fileIn('user', 'notes.txt'), '');
  mkdirSync(fileIn('user', 'folder@1.0.0.lock.json'));
  symlinkSync('.', fileIn('user', 'loop'));
  expect(
    openLocks(roots)
      .all()
      .map(({ id: each }) => each),
  ).toEqual(['a', 'b', 'folder', 'a/b/c']);
});

it('openLocks() refuses a folder that cannot be listed', () => {
  mkdirSync(join(roots.user, 'lockfiles'), { recursive: true });
  symlinkSync('web', fileIn('user', 'web'));
  expect(found).toThrow('cannot list lockfiles: Too many levels of symbolic links');
});

it('readLock() reads a lock, even through a link', () => {
  writeFile(join(base, 'elsewhere'), lockText());
  mkdirSync(join(roots.user, 'lockfiles/web'), { recursive: true });
  symlinkSync(join(base, 'elsewhere'), fileIn('user'));
  expect(readLock(found() as NamedLock)).toMatchObject({ space: 'user', lock: { version: '1.0.0' } });
});

it('readLock() never skips a corrupt lock in favour of the next one', () => {
  writeFile(fileIn('project'), '{');
  writeFile(fileIn('user'), lockText());
  expect(() => readLock(found() as NamedLock)).toThrow(`corrupt lockfile ${fileIn('project')}`);
});

it.each<[string, () => void, string]>([
  ['a link that leads nowhere', () => symlinkSync('none', fileIn('project')), 'No such file or directory'],
  ['a link to itself', () => symlinkSync('scraper@1.0.0.lock.json', fileIn('project')), 'Too many levels of symbolic links'],
  ['a pipe', () => void execFileSync('mkfifo', [fileIn('project')]), 'not a regular file'],
  ['a link to a folder', () => symlinkSync('.', fileIn('project')), 'Is a directory'],
  ['a folder', () => mkdirSync(fileIn('project')), 'Is a directory'],
])('readLock() refuses %s, even if a later space has a lock', (_, make, error) => {
  mkdirSync(join(roots.project, 'lockfiles/web'), { recursive: true });
  writeFile(fileIn('user'), lockText());
  make();
  expect(() => readLock(found() as NamedLock)).toThrow(`cannot read lockfile ${fileIn('project')}: ${error}`);
});

it.each([
  ['another tool', lockText('web/other'), 'it is for web/other 1.0.0, and its name says web/scraper 1.0.0'],
  ['another version', lockText('web/scraper', '1.0.1'), 'it is for web/scraper 1.0.1'],
])('readLock() refuses the lock of %s under this name', (_, text, error) => {
  writeFile(fileIn('user'), text);
  expect(() => readLock(found() as NamedLock)).toThrow(error);
});
