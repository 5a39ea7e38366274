import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { decodeUtf8 } from '#core/bytes/utf8';
import { closing, type PinnedFolder, pinFolder } from './pinned-folder.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pinned-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function folderWith(name: string): string {
  const path = join(scratch, name);
  mkdirSync(join(path, 'a/b'), { recursive: true });
  writeFileSync(join(path, 'a/b/inner.txt'), 'inside\n');
  mkdirSync(join(scratch, 'outside'), { recursive: true });
  writeFileSync(join(scratch, 'outside/inner.txt'), 'outside\n');
  return path;
}

function textAt(root: PinnedFolder, below: string, name: string): string {
  return root.within(below, (folder) => closing(folder.file(name), (file) => decodeUtf8(file.bytes())));
}

it('pinFolder() reads files at any level below it', () => {
  const root = pinFolder(folderWith('plain'));
  expect(textAt(root, 'a/b', 'inner.txt')).toBe('inside\n');
  expect(root.within('a/b', (folder) => folder.look('inner.txt')?.size)).toBe(7);
  expect(root.within('a', (folder) => folder.look('none'))).toBeNull();
  root.close();
});

it.each(['..', '.', '', 'a/b', 'a\0b', '/etc'])('pinFolder() has no file or folder named %j', (name) => {
  const root = pinFolder(folderWith('names'));
  expect(() => root.file(name)).toThrow('not the name of a file');
  expect(() => root.folder(name)).toThrow('not the name of a file');
  expect(() => root.look(name)).toThrow('not the name of a file');
  root.close();
});

it('pinFolder() follows no link below it, at any level', () => {
  const path = folderWith('links');
  symlinkSync(join(scratch, 'outside'), join(path, 'a/out'));
  symlinkSync(join(scratch, 'outside/inner.txt'), join(path, 'a/b/out.txt'));
  const root = pinFolder(path);
  expect(() => textAt(root, 'a/out', 'inner.txt')).toThrow(/ENOTDIR|ELOOP/);
  expect(() => textAt(root, 'a/b', 'out.txt')).toThrow('ELOOP');
  root.close();
});

it('pinFolder() stays with its folder when another one gets its name', () => {
  const path = folderWith('swapped');
  const root = pinFolder(path);
  renameSync(path, join(scratch, 'aside'));
  symlinkSync(join(scratch, 'outside'), path);
  if (process.platform === 'linux') expect(textAt(root, 'a/b', 'inner.txt')).toBe('inside\n');
  else expect(() => textAt(root, 'a/b', 'inner.txt')).toThrow();
  root.close();
});

it('closing() closes what it was given when a promise is settled, and also where the use throws', async () => {
  let closed = 0;
  const opened = { close: () => void closed++ };
  await closing(opened, async () => expect(closed).toBe(0));
  expect(closed).toBe(1);
  await expect(closing(opened, () => Promise.reject(new Error('later')))).rejects.toThrow('later');
  expect(() =>
    closing(opened, () => {
      throw new Error('now');
    }),
  ).toThrow('now');
  expect(closed).toBe(3);
});

it('pinFolder() reads nothing after it was closed: its number may be that of another folder', () => {
  const root = pinFolder(folderWith('closed'));
  root.close();
  root.close();
  expect(() => textAt(root, 'a/b', 'inner.txt')).toThrow('the folder is closed');
  expect(() => root.within('', () => 'used')).toThrow('the folder is closed');
  expect(() => root.look('a')).toThrow('the folder is closed');
});
