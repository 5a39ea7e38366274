import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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

describe('collectMembers()', () => {
  test('collects a file and a folder under their own names, sorted by bytes', () => {
    const folder = newFolder();
    write(folder, 'x/z.csv', 'x/reports/b', 'x/reports/a/c', 'x/reports/a-b');
    expect(collect(folder, 'x/z.csv', 'x/reports/')).toEqual([
      { path: 'reports/a-b', source: 'x/reports/a-b', file: join(folder, 'x/reports/a-b'), argument: null },
      { path: 'reports/a/c', source: 'x/reports/a/c', file: join(folder, 'x/reports/a/c'), argument: null },
      { path: 'reports/b', source: 'x/reports/b', file: join(folder, 'x/reports/b'), argument: null },
      { path: 'z.csv', source: 'x/z.csv', file: join(folder, 'x/z.csv'), argument: 0 },
    ]);
  });

  test('uses the real name of a folder', () => {
    const folder = newFolder();
    write(folder, 'data/deep/a');
    fs.symlinkSync('data', join(folder, 'way'));
    const paths = (...given: readonly string[]): string[] => collect(folder, ...given).map(({ path }) => path);
    expect(paths('data/deep/..')).toEqual(['data/deep/a']);
    expect(paths('data/.')).toEqual(['data/deep/a']);
    expect(paths('way/deep')).toEqual(['deep/a']);
  });

  test('refuses staging folders of custody, and only those', () => {
    const folder = newFolder();
    write(folder, 'd/a', 'd/custody-staging/b', 'd/.c.custody-staging');
    expect(collect(folder, 'd').map(({ path }) => path)).toEqual(['d/.c.custody-staging', 'd/a', 'd/custody-staging/b']);
    write(folder, 'd/pack/.pack.host.4711.0.custody-staging/half');
    const unfinished = 'd/pack/.pack.host.4711.0.custody-staging';
    expect(() => collect(folder, 'd/')).toRefuse('E_IO', {}, `Cannot seal input: ${unfinished}: Another run's unfinished work`);
  });

  test('refuses an entry that is not a regular file, with its path', () => {
    const folder = newFolder();
    write(folder, 'a', 'd/b');
    fs.symlinkSync('a', join(folder, 'link'));
    fs.symlinkSync('d', join(folder, 'way'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(() => collect(folder, 'a', 'link')).toRefuse('E_IO', {}, 'Non-regular input (symlink): link');
    expect(() => collect(folder, 'way')).toRefuse('E_IO', {}, 'Non-regular input (symlink): way');
    expect(() => collect(folder, 'pipe')).toRefuse('E_IO', {}, 'Non-regular input: pipe');
    expect(() => collect(folder, 'a', 'gone')).toRefuse('E_IO', {}, 'Cannot read input: gone: No such file or directory');
    fs.symlinkSync('../a', join(folder, 'd/link'));
    expect(() => collect(folder, 'd/')).toRefuse('E_IO', {}, 'Non-regular input (symlink): d/link');
    fs.rmSync(join(folder, 'd/link'));
    execFileSync('mkfifo', [join(folder, 'd/pipe')]);
    expect(() => collect(folder, 'd')).toRefuse('E_IO', {}, 'Non-regular input: d/pipe');
  });

  test('refuses names that are not allowed for a member', () => {
    const folder = newFolder();
    write(folder, 'C:x', 'a\\..\\b/c', 'd/e', 'back\\slash');
    expect(() => collect(folder, 'C:x')).toRefuse('E_IO', {}, 'Cannot seal input: C:x: Name is not safe in a relative path');
    expect(() => collect(folder, 'a\\..\\b')).toRefuse('E_IO', {}, 'Cannot seal input: a\\..\\b: Name is not safe in a relative path');
    expect(() => collect('/', '.')).toRefuse('E_IO', {}, 'Cannot seal input: .: The root folder has no name');
    expect(collect(folder, 'back\\slash')).toHaveLength(1);
    fs.writeFileSync(Buffer.concat([Buffer.from(join(folder, 'd/')), Buffer.of(0x66, 0xff)]), '');
    expect(() => collect(folder, 'd')).toRefuse('E_IO', {}, 'Cannot seal input: d/f\u{fffd}: Name is not UTF-8: 66ff');
  });

  test.skipIf(process.getuid?.() === 0)('refuses a folder that cannot be listed', () => {
    const folder = newFolder();
    write(folder, 'd/e/f');
    fs.chmodSync(join(folder, 'd/e'), 0);
    for (const given of ['d', 'd/e']) {
      expect(() => collect(folder, given)).toRefuse('E_IO', {}, 'Cannot read input: d/e: Permission denied');
    }
    fs.chmodSync(join(folder, 'd/e'), 0o700);
  });

  test('refuses an input set of no files', () => {
    const folder = newFolder();
    fs.mkdirSync(join(folder, 'd/e'), { recursive: true });
    expect(() => collect(folder)).toRefuse('E_EMPTY', {}, 'No artifacts provided to seal');
    expect(() => collect(folder, 'd')).toRefuse('E_EMPTY', {}, 'No files in the artifacts to seal');
  });
});
