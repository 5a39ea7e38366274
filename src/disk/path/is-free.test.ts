import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { isFree } from './is-free.ts';

const scratch = scratchFolder('is-free');

it('isFree() is false for whatever has the name, also a link that leads nowhere, and where that cannot be known', () => {
  writeFileSync(join(scratch, 'file'), '');
  mkdirSync(join(scratch, 'folder'));
  symlinkSync('nowhere', join(scratch, 'link'));
  const names = ['file', 'folder', 'link', 'file/below', 'x'.repeat(300), 'new', 'new/below'];
  expect(names.map((name) => isFree(join(scratch, name)))).toEqual([false, false, false, false, false, true, true]);
});
