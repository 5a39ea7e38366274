import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { isSameFolder } from './same-file.ts';

const folder = scratchFolder('same-folder');

test('isSameFolder() resolves links, and is false for a missing folder', () => {
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  symlinkSync('a', join(folder, 'link'));
  writeFileSync(join(folder, 'file'), '');
  const same = (one: string, other: string): boolean => isSameFolder(join(folder, one), join(folder, other));
  expect([same('a', 'a'), same('link', 'a'), same('link/b', 'a/b'), same('a/../a', 'a')]).toEqual([true, true, true, true]);
  expect([same('a', 'a/b'), same('none', 'nothing'), same('none', 'a'), same('file/x', 'a')]).toEqual([false, false, false, false]);
});
