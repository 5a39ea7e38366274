import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Refusal } from '#core/refusal';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { collectMembers } from './collect.ts';
import { rememberFolders } from './folder/unchanged-folders.ts';

const scratch = scratchFolder('pack-collect');
const newFolder = (): string => fs.mkdtempSync(join(scratch, 'case-'));

function write(folder: string, ...paths: readonly string[]): void {
  for (const path of paths) {
    fs.mkdirSync(join(folder, path, '..'), { recursive: true });
    fs.writeFileSync(join(folder, path), path);
  }
}

function collect(folder: string, ...given: readonly string[]) {
  const artifacts = given.map((each) => ({ given: each, path: join(folder, each) }));
  return collectMembers(artifacts, rememberFolders());
}

function refusal(folder: string, ...given: readonly string[]): string {
  try {
    collect(folder, ...given);
  } catch (error) {
    if (error instanceof Refusal) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'collected';
}

describe('collectMembers()', () => {
  test('takes a file under its own name and a folder under its own, sorted by bytes', () => {
    const folder = newFolder();
    write(folder, 'x/z.csv', 'x/reports/b', 'x/reports/a/c', 'x/reports/a-b');
    expect(collect(folder, 'x/z.csv', 'x/reports/')).toEqual([
      { path: 'reports/a-b', source: 'x/reports/a-b', file: join(folder, 'x/reports/a-b'), argument: null },
      { path: 'reports/a/c', source: 'x/reports/a/c', file: join(folder, 'x/reports/a/c'), argument: null },
      { path: 'reports/b', source: 'x/reports/b', file: join(folder, 'x/reports/b'), argument: null },
      { path: 'z.csv', source: 'x/z.csv', file: join(folder, 'x/z.csv'), argument: 0 },
    ]);
  });

  test('names a folder as it is really called', () => {
    const folder = newFolder();
    write(folder, 'data/deep/a');
    fs.symlinkSync('data', join(folder, 'way'));
    const paths = (...given: readonly string[]): string[] => collect(folder, ...given).map(({ path }) => path);
    expect(paths('data/deep/..')).toEqual(['data/deep/a']);
    expect(paths('data/.')).toEqual(['data/deep/a']);
    expect(paths('way/deep')).toEqual(['deep/a']);
  });

  test('refuses folders in which custody stages, and only those', () => {
    const folder = newFolder();
    write(folder, 'd/a', 'd/custody-staging/b', 'd/.c.custody-staging');
    expect(collect(folder, 'd').map(({ path }) => path)).toEqual(['d/.c.custody-staging', 'd/a', 'd/custody-staging/b']);
    write(folder, 'd/pack/.pack.host.4711.0.custody-staging/half');
    const unfinished = 'd/pack/.pack.host.4711.0.custody-staging';
    expect(refusal(folder, 'd/')).toBe(`E_IO Cannot seal input: ${unfinished}: Another run's unfinished work`);
  });

  test('refuses what is not a regular file, where it lies', () => {
    const folder = newFolder();
    write(folder, 'a', 'd/b');
    fs.symlinkSync('a', join(folder, 'link'));
    fs.symlinkSync('d', join(folder, 'way'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(refusal(folder, 'a', 'link')).toBe('E_IO Non-regular input (symlink): link');
    expect(refusal(folder, 'way')).toBe('E_IO Non-regular input (symlink): way');
    expect(refusal(folder, 'pipe')).toBe('E_IO Non-regular input: pipe');
    expect(refusal(folder, 'a', 'gone')).toBe('E_IO Cannot read input: gone: No such file or directory');
    fs.symlinkSync('../a', join(folder, 'd/link'));
    expect(refusal(folder, 'd/')).toBe('E_IO Non-regular input (symlink): d/link');
    fs.rmSync(join(folder, 'd/link'));
    execFileSync('mkfifo', [join(folder, 'd/pipe')]);
    expect(refusal(folder, 'd')).toBe('E_IO Non-regular input: d/pipe');
  });

  test('refuses names that no member can have', () => {
    const folder = newFolder();
    write(folder, 'C:x', 'a\\..\\b/c', 'd/e', 'back\\slash');
    expect(refusal(folder, 'C:x')).toBe('E_IO Cannot seal input: C:x: Name is not safe in a relative path');
    expect(refusal(folder, 'a\\..\\b')).toBe('E_IO Cannot seal input: a\\..\\b: Name is not safe in a relative path');
    expect(refusal('/', '.')).toBe('E_IO Cannot seal input: .: The root folder has no name');
    expect(refusal(folder, 'back\\slash')).toBe('collected');
    fs.writeFileSync(Buffer.concat([Buffer.from(join(folder, 'd/')), Buffer.of(0x66, 0xff)]), '');
    expect(refusal(folder, 'd')).toBe('E_IO Cannot seal input: d/f\u{fffd}: Name is not UTF-8: 66ff');
  });

  test.skipIf(process.getuid?.() === 0)('refuses a folder that cannot be listed', () => {
    const folder = newFolder();
    write(folder, 'd/e/f');
    fs.chmodSync(join(folder, 'd/e'), 0);
    expect([refusal(folder, 'd'), refusal(folder, 'd/e')]).toEqual(
      ['d/e', 'd/e'].map((path) => `E_IO Cannot read input: ${path}: Permission denied`),
    );
    fs.chmodSync(join(folder, 'd/e'), 0o700);
  });

  test('refuses an input set of no files', () => {
    const folder = newFolder();
    fs.mkdirSync(join(folder, 'd/e'), { recursive: true });
    expect([refusal(folder), refusal(folder, 'd')]).toEqual([
      'E_EMPTY No artifacts provided to seal',
      'E_EMPTY No files in the artifacts to seal',
    ]);
  });
});
