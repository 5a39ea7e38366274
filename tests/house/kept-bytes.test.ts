/** Evidence is bytes: a clone has those that were committed, whatever git is told about line ends on that machine. */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { scratchFolder } from '../helpers/scratch-folder.ts';

const folder = scratchFolder('kept-bytes');

it('git converts no line end, neither in nor out', () => {
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'core.autocrlf=true', ...words], { cwd: folder, encoding: 'utf8' });
  git('init', '--quiet');
  cpSync(fileURLToPath(new URL('../../.gitattributes', import.meta.url)), join(folder, '.gitattributes'));
  const files = { 'crlf.csv': 'a,b\r\n1,2\r\n', 'lf.ts': 'a\nb\n', 'mixed.txt': 'a\r\nb\n\r' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  git('add', '.');
  for (const name of Object.keys(files)) rmSync(join(folder, name));
  git('checkout', '--', '.');
  for (const [name, text] of Object.entries(files))
    expect([git('show', `:${name}`), readFileSync(join(folder, name), 'utf8')]).toEqual([text, text]);
});
