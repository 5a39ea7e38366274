import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { enclosingPack } from './enclosing-pack.ts';

const scratch = realpathSync(scratchFolder('enclosing-pack'));
const at = (path: string): string => join(scratch, path);

function folderWith(name: string, manifest: string): void {
  mkdirSync(at(name), { recursive: true });
  writeFileSync(at(`${name}/manifest.json`), manifest);
}

test('enclosingPack() finds the outermost pack above a path, existing or not, through links', () => {
  folderWith('outer', '{"members":[{"x":1}],"version":"pack.v0"}');
  folderWith('outer/inner', '{"version":"pack.v0"}');
  symlinkSync('outer/inner', at('way'));
  for (const path of ['outer/new', 'outer/inner/new', 'outer/none/yet/new', 'way/new']) expect(enclosingPack(at(path))).toBe(at('outer'));
  expect([enclosingPack(at('outer')), enclosingPack(at('beside'))]).toEqual([null, null]);
});

test.each([
  '',
  '{"version":"pack.v0"',
  '{"version":"pack.v0","version":"pack.v0"}',
  '{"version":"pack.v1"}',
  '["pack.v0"]',
  '"pack.v0"',
  '\0',
])('enclosingPack() takes a folder with the manifest %j for none', (manifest) => {
  folderWith('other', manifest);
  expect(enclosingPack(at('other/new'))).toBe(null);
});

test('enclosingPack() neither follows a link nor waits for a pipe nor reads a folder at the path of the manifest', () => {
  folderWith('real', '{"version":"pack.v0"}');
  for (const name of ['linked', 'piped', 'folder/manifest.json']) mkdirSync(at(name), { recursive: true });
  symlinkSync('../real/manifest.json', at('linked/manifest.json'));
  execFileSync('mkfifo', [at('piped/manifest.json')]);
  for (const name of ['linked', 'piped', 'folder']) expect(enclosingPack(at(`${name}/new`))).toBe(null);
});

test('enclosingPack() recognises a manifest that is too large to read by its first field', () => {
  const many = Array.from({ length: 5000 }, (_, i) => `"${'x'.repeat(7000)}${i}":1`).join(',');
  folderWith('map', `{${many}}`);
  folderWith('filled', `\n { "members" : [], ${many}}`);
  folderWith('token', `{"${'x'.repeat(1 << 26)}":1}`);
  folderWith('sparse', '[');
  truncateSync(at('sparse/manifest.json'), (1 << 28) + 1);
  folderWith('long', '{"created":"');
  truncateSync(at('long/manifest.json'), (1 << 28) + 1);
  const found = ['map', 'filled', 'token', 'sparse', 'long'].map((name) => enclosingPack(at(`${name}/new`)));
  expect(found).toEqual([null, at('filled'), null, null, at('long')]);
});
