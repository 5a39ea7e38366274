import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drain, readWhole } from '#core/bytes/source';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { withGivenFile } from './given-file.ts';

const folder = scratchFolder('given-file');
const at = (name: string): string => join(folder, name);
const textOf = (name: string): string => withGivenFile(at(name), ({ source }) => Buffer.from(readWhole(source, 1 << 20) ?? []).toString());

it('withGivenFile() reads a file, also an empty one', () => {
  writeFileSync(at('empty'), '');
  writeFileSync(at('full'), 'abc');
  expect([textOf('empty'), textOf('full')]).toEqual(['', 'abc']);
});

it('withGivenFile() waits for a pipe and reads what comes', () => {
  execFileSync('mkfifo', [at('pipe')]);
  spawn('sh', ['-c', `(printf one; sleep 0.1; printf two) > '${at('pipe')}'`], { stdio: 'ignore' }).unref();
  expect(textOf('pipe')).toBe('onetwo');
});

it.each<[string, () => void]>([
  ['grows', () => appendFileSync(at('changing'), 'd')],
  ['is written to', () => utimesSync(at('changing'), 1, 1)],
])('withGivenFile() does not come to the end of a file that %s meanwhile', (_, change) => {
  writeFileSync(at('changing'), 'abc');
  const read = (): void =>
    withGivenFile(at('changing'), ({ source }) => {
      source.read(new Uint8Array(1));
      change();
      drain(source);
    });
  expect(read).toThrow('File changed while it was read');
});

it('withGivenFile() throws the error of the system for a folder and for a missing file', () => {
  expect(() => textOf('none')).toThrow('ENOENT');
  expect(() => textOf('.')).toThrow('EISDIR');
});
