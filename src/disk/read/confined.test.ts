import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseRelPath } from '#core/path/rel-path';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { openConfined, ThroughLink } from './confined.ts';

const scratch = scratchFolder('confined');
mkdirSync(join(scratch, 'root/inner'), { recursive: true });
writeFileSync(join(scratch, 'root/inner/file'), 'text');
writeFileSync(join(scratch, 'outside'), 'secret');
symlinkSync('root', join(scratch, 'way'));
symlinkSync('../outside', join(scratch, 'root/out'));
symlinkSync('inner/file', join(scratch, 'root/in'));
symlinkSync('inner', join(scratch, 'root/folder'));
symlinkSync('nowhere', join(scratch, 'root/dangling'));
spawnSync('mkfifo', [join(scratch, 'root/pipe')]);

const read = (path: string): Uint8Array => openConfined(join(scratch, 'root')).read(parseRelPath(path));

it('openConfined() reads a regular file, also where the folder itself is reached through a link', () => {
  expect(Buffer.from(read('inner/file')).toString()).toBe('text');
  const confined = openConfined(join(scratch, 'way'));
  expect(confined.path).toBe(join(scratch, 'root'));
  expect(Buffer.from(confined.read(parseRelPath('inner/file'))).toString()).toBe('text');
});

it.each(['out', 'in', 'dangling', 'folder/file'])('openConfined() reads nothing through the link %s, wherever it leads', (path) =>
  expect(() => read(path)).toThrow(ThroughLink),
);

it('openConfined() does not wait for a pipe, and refuses a folder', () => {
  expect(() => read('pipe')).toThrow('not a regular file');
  expect(() => read('inner')).toThrow('Is a directory');
});

it('openConfined() throws the error of the system for a missing file', () => {
  expect(() => read('none')).toThrow(/ENOENT/);
  expect(() => read('none/file')).toThrow(/ENOENT/);
  expect(() => openConfined(join(scratch, 'none'))).toThrow(/ENOENT/);
});
