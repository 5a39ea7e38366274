import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leftFolder } from '../../../tests/helpers/left-staging.ts';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { syncEach } from './sync.ts';
import { stageFolder } from './whole-folder.ts';

const scratch = scratchFolder('staged-folder');
const newFolder = (): string => fs.mkdtempSync(join(scratch, 'case-'));
const fast = { sync: false };
const sync = { sync: true };

function fill(folder: string, text: string): void {
  fs.mkdirSync(join(folder, 'sub'));
  fs.writeFileSync(join(folder, 'sub', 'a'), text);
}

function textIn(folder: string): string {
  return fs.readFileSync(join(folder, 'sub', 'a'), 'utf8');
}

test.each([true, false])('stageFolder() puts the folder in place on commit, and leaves nothing beside it; sync: %s', (isSynced) => {
  const folder = newFolder();
  const staged = stageFolder(join(folder, 'pack'), { sync: isSynced });
  fill(staged.path, 'whole');
  expect(fs.readdirSync(folder)).toEqual([expect.stringMatching(/^\.pack\..*\.custody-staging$/)]);
  staged.commit();
  staged.discard();
  expect([fs.readdirSync(folder), textIn(join(folder, 'pack'))]).toEqual([['pack'], 'whole']);
});

test('stageFolder() commits to a target that was not known before', () => {
  const parent = join(newFolder(), 'new', 'parent');
  const staged = stageFolder({ parent, name: 'any' }, sync);
  fill(staged.path, 'x');
  expect(() => staged.commit()).toThrow('no target');
  staged.commit(join(parent, 'sha256:0'));
  expect([fs.readdirSync(parent), textIn(join(parent, 'sha256:0'))]).toEqual([['sha256:0'], 'x']);
});

test('stageFolder() may be committed elsewhere when a first target was refused', () => {
  const folder = newFolder();
  fs.writeFileSync(join(folder, 'taken'), '');
  const staged = stageFolder({ parent: folder, name: 'any' }, fast);
  expect(() => staged.commit(join(folder, 'taken'))).toThrow('ENOTDIR');
  staged.commit(join(folder, 'free'));
  expect(fs.readdirSync(folder)).toEqual(['free', 'taken']);
});

test('stageFolder() replaces an empty folder and keeps its permissions', () => {
  const folder = newFolder();
  fs.mkdirSync(join(folder, 'pack'), { mode: 0o750 });
  const staged = stageFolder(join(folder, 'pack'), fast);
  fill(staged.path, 'x');
  staged.commit();
  expect([textIn(join(folder, 'pack')), fs.statSync(join(folder, 'pack')).mode & 0o777]).toEqual(['x', 0o750]);
});

test('stageFolder() never replaces a folder that is not empty, a file or a link', () => {
  const folder = newFolder();
  fs.mkdirSync(join(folder, 'full', 'kept'), { recursive: true, mode: 0o755 });
  fs.writeFileSync(join(folder, 'file'), 'kept');
  fs.mkdirSync(join(folder, 'empty'));
  fs.symlinkSync('nowhere', join(folder, 'dangling'));
  fs.symlinkSync('empty', join(folder, 'link'));
  for (const [name, code] of [
    ['full', /ENOTEMPTY|EEXIST/],
    ['file', /ENOTDIR/],
    ['dangling', /ENOTDIR/],
    ['link', /ENOTDIR/],
  ] as const) {
    const staged = stageFolder(join(folder, name), fast);
    fill(staged.path, 'x');
    expect(() => staged.commit()).toThrow(code);
    staged.discard();
  }
  expect(fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()).toEqual(
    'dangling empty file full full/kept link'.split(' '),
  );
});

test('stageFolder() allows two stagings of one target: the first commit wins, the other throws', () => {
  const folder = newFolder();
  const [one, other] = [stageFolder(join(folder, 'pack'), fast), stageFolder(join(folder, 'pack'), fast)];
  fill(one.path, 'one');
  fill(other.path, 'other');
  other.commit();
  expect(() => one.commit()).toThrow(/ENOTEMPTY|EEXIST/);
  one.discard();
  expect([fs.readdirSync(folder), textIn(join(folder, 'pack'))]).toEqual([['pack'], 'other']);
});

test('stageFolder() makes the parents it needs, and removes them when it is discarded', () => {
  const folder = newFolder();
  const staged = stageFolder(join(folder, 'a', 'b', 'pack'), fast);
  fill(staged.path, 'x');
  staged.discard();
  staged.discard();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('stageFolder() removes no parent that existed before, or that has other content', () => {
  const folder = newFolder();
  fs.mkdirSync(join(folder, 'old'));
  const staged = stageFolder(join(folder, 'old', 'new', 'newer', 'pack'), fast);
  fs.writeFileSync(join(folder, 'old', 'new', 'other'), '');
  staged.discard();
  expect(fs.readdirSync(folder, { recursive: true })).toEqual(['old', 'old/new', 'old/new/other']);
});

test('stageFolder() leaves no parents where the staging cannot be made', () => {
  const folder = newFolder();
  const target = join(folder, 'a', 'b', 'x'.repeat(300));
  expect(() => stageFolder({ parent: join(folder, 'a', 'b'), name: `x/${'y'.repeat(20)}` }, fast)).toThrow('ENOENT');
  const staged = stageFolder(target, fast);
  expect(() => staged.commit()).toThrow('ENAMETOOLONG');
  staged.discard();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test.each([1, 150, 151, 255])('stageFolder() makes a folder whose name has %i bytes', (length) => {
  const folder = newFolder();
  const name = 'n'.repeat(length);
  stageFolder(join(folder, name), fast).commit();
  expect(fs.readdirSync(folder)).toEqual([name]);
});

test('stageFolder() removes the staging of any target that nobody holds', () => {
  const folder = newFolder();
  for (const name of ['pack', 'other']) leftFolder(folder, name);
  stageFolder(join(folder, 'pack'), fast).commit();
  expect(fs.readdirSync(folder)).toEqual(['pack']);
});

test('syncEach() syncs every file and folder, but no links or pipes', () => {
  const folder = newFolder();
  fill(folder, 'x');
  syncEach(folder, [folder]);
  execFileSync('ln', ['-s', 'nowhere', join(folder, 'link')]);
  expect(() => syncEach(folder)).toThrow('ELOOP');
});
