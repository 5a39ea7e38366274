import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { isTaken } from './is-taken.ts';

const folder = scratchFolder('is-taken');

it('isTaken() is true for whatever has the name, and false where no file can have it', () => {
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'folder'));
  symlinkSync('nowhere', join(folder, 'broken'));
  symlinkSync('loop', join(folder, 'loop'));
  for (const name of ['file', 'folder', 'broken', 'loop']) expect([name, isTaken(join(folder, name))]).toEqual([name, true]);
  for (const name of ['none', 'file/x', 'x'.repeat(256)]) expect([name, isTaken(join(folder, name))]).toEqual([name, false]);
});

it('isTaken() does not say that nothing is there where only the way is too long', () => {
  expect(isTaken(join(folder, 'd/'.repeat(3000), 'x'))).toBe(true);
});
