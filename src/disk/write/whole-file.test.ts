import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { leftFile, leftFolder } from '../../../tests/helpers/left-staging.ts';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { requireReplaceable, stageFile, writeWhole } from './whole-file.ts';

const scratch = scratchFolder('atomic-write');
const newFolder = (): string => mkdtempSync(join(scratch, 'case-'));
const sync = { sync: true };

function write(target: string, text: string): void {
  const staged = stageFile(target, sync);
  staged.write(encodeUtf8(text));
  staged.commit();
}

test('stageFile() puts the bytes in place on commit, and leaves nothing beside them', () => {
  const folder = newFolder();
  write(join(folder, 'a.json'), 'whole');
  expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('whole');
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test('stageFile() shows nothing of the new file before commit', () => {
  const folder = newFolder();
  const target = join(folder, 'a.json');
  writeFileSync(target, 'old');
  const staged = stageFile(target, sync);
  staged.write(new Uint8Array(3 << 20));
  expect(readFileSync(target, 'utf8')).toBe('old');
  const [staging = '', ...others] = readdirSync(folder);
  expect(staging.startsWith('.a.json.') && staging.endsWith('.custody-staging')).toBe(true);
  expect(others).toEqual(['a.json']);
  staged.commit();
  expect(lstatSync(target).size).toBe(3 << 20);
});

test('stageFile() keeps the order of short and long runs', () => {
  const target = join(newFolder(), 'a.json');
  const staged = stageFile(target, { sync: false });
  const runs = [3, 1 << 20, 1, (1 << 20) + 1, 0, (1 << 20) - 1, 5, 2 << 20, 7].map((length, i) => new Uint8Array(length).fill(i));
  for (const run of runs) staged.write(run);
  staged.commit();
  expect(readFileSync(target).equals(Buffer.concat(runs))).toBe(true);
});

test('stageFile() copies each run during the call: the caller may change the bytes afterwards', () => {
  const target = join(newFolder(), 'a.json');
  const staged = stageFile(target, sync);
  const run = encodeUtf8('mine');
  staged.write(run);
  run.fill(0);
  staged.commit();
  expect(readFileSync(target, 'utf8')).toBe('mine');
});

test('stageFile() leaves nothing when discarded, and the old file unchanged', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'a.json'), 'old');
  const staged = stageFile(join(folder, 'a.json'), sync);
  staged.write(encodeUtf8('new'));
  staged.discard();
  staged.discard();
  expect(readdirSync(folder)).toEqual(['a.json']);
  expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('old');
});

test('stageFile() is not undone by a discard after the commit', () => {
  const folder = newFolder();
  const staged = stageFile(join(folder, 'a.json'), sync);
  staged.commit();
  staged.discard();
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test('stageFile() can be discarded when the commit failed', () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'taken', 'child'), { recursive: true });
  const staged = stageFile(join(folder, 'taken'), sync);
  expect(() => staged.commit()).toThrow();
  staged.discard();
  expect(readdirSync(folder)).toEqual(['taken']);
});

test('stageFile() throws where there is no folder', () =>
  expect(() => stageFile(join(newFolder(), 'no', 'a.json'), sync)).toThrow('ENOENT'));

test('stageFile() refuses to replace a device or a pipe', () => {
  const folder = newFolder();
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect(() => stageFile(join(folder, 'pipe'), sync)).toThrow('Not a regular file');
  expect(() => stageFile('/dev/null', sync)).toThrow('Not a regular file');
  expect(readdirSync(folder)).toEqual(['pipe']);
});

test('stageFile() allows two stagings of one target: the later commit wins, and both files are complete', () => {
  const target = join(newFolder(), 'a.json');
  const [one, other] = [stageFile(target, sync), stageFile(target, sync)];
  one.write(encodeUtf8('one'));
  other.write(encodeUtf8('other'));
  other.commit();
  expect(readFileSync(target, 'utf8')).toBe('other');
  one.commit();
  expect(readFileSync(target, 'utf8')).toBe('one');
});

test.each([1, 150, 151, 200, 255])('stageFile() writes a file whose name has %i bytes', (length) => {
  const folder = newFolder();
  const name = 'n'.repeat(length);
  write(join(folder, name), 'x');
  expect(readdirSync(folder)).toEqual([name]);
});

test('stageFile() through a link replaces what the link points to and keeps the link', () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'store'));
  writeFileSync(join(folder, 'store', 'real.json'), 'old');
  symlinkSync('store/real.json', join(folder, 'link.json'));
  const staged = stageFile(join(folder, 'link.json'), sync);
  expect(readdirSync(join(folder, 'store'))).toHaveLength(2);
  staged.write(encodeUtf8('new'));
  staged.commit();
  expect(readlinkSync(join(folder, 'link.json'))).toBe('store/real.json');
  expect(readFileSync(join(folder, 'store', 'real.json'), 'utf8')).toBe('new');
  expect([readdirSync(folder).sort(), readdirSync(join(folder, 'store'))]).toEqual([['link.json', 'store'], ['real.json']]);
});

test('stageFile() through a link works in a folder that is reached through a link', () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'real'));
  symlinkSync('real', join(folder, 'linked'));
  write(join(folder, 'linked', 'a.json'), 'x');
  expect(readdirSync(join(folder, 'real'))).toEqual(['a.json']);
});

test('stageFile() on what killed runs left removes the staging of any target that nobody holds', () => {
  const folder = newFolder();
  leftFile(folder, 'a.json');
  leftFile(folder, 'n'.repeat(150));
  leftFolder(folder, 'pack');
  write(join(folder, 'a.json'), 'x');
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test.skipIf(process.getuid?.() === 0)('stageFile() on what killed runs left writes into a folder that may not be listed', () => {
  const folder = newFolder();
  chmodSync(folder, 0o300);
  write(join(folder, 'a.json'), 'x');
  chmodSync(folder, 0o700);
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test('stageFile() keeps the permissions of the file it replaces', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atomic-mode-'));
  try {
    const target = join(folder, 'secret.json');
    writeFileSync(target, 'old', { mode: 0o600 });
    const staged = stageFile(target, { sync: false });
    staged.write(new TextEncoder().encode('new'));
    staged.commit();
    expect([readFileSync(target, 'utf8'), statSync(target).mode & 0o777]).toEqual(['new', 0o600]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('writeWhole() writes bytes, or the pieces of a function, and returns the result of that function', () => {
  const target = join(newFolder(), 'a');
  writeWhole(target, encodeUtf8('one'), sync);
  expect(readFileSync(target, 'utf8')).toBe('one');
  const count = writeWhole(target, (emit) => ['t', 'w', 'o'].map((letter) => emit(encodeUtf8(letter))).length, sync);
  expect([count, readFileSync(target, 'utf8')]).toEqual([3, 'two']);
});

test.each<[string, () => void]>([
  ['content', () => writeWhole(join(folders.at, 'a'), () => fail('content'), sync)],
  ['beforeRename', () => writeWhole(join(folders.at, 'a'), encodeUtf8('new'), { ...sync, beforeRename: () => fail('beforeRename') })],
])('writeWhole() leaves everything as it was when %s throws', (what, act) => {
  folders.at = newFolder();
  writeFileSync(join(folders.at, 'a'), 'old');
  expect(act).toThrow(what);
  expect([readdirSync(folders.at), readFileSync(join(folders.at, 'a'), 'utf8')]).toEqual([['a'], 'old']);
});

test('writeWhole() puts a new file with its permissions there, and replaces nothing where that is not wanted', () => {
  const folder = newFolder();
  const isNew = { ...sync, mode: 0o600, mustBeNew: true };
  writeWhole(join(folder, 'key'), encodeUtf8('one'), isNew);
  expect(() => writeWhole(join(folder, 'key'), encodeUtf8('two'), isNew)).toThrow('EEXIST');
  expect([readdirSync(folder), readFileSync(join(folder, 'key'), 'utf8')]).toEqual([['key'], 'one']);
  expect(lstatSync(join(folder, 'key')).mode & 0o777).toBe(0o600);
});

const folders = { at: '' };

function fail(what: string): never {
  throw new Error(what);
}

test('requireReplaceable() refuses beforehand a target that must not be replaced', () => {
  const folder = newFolder();
  expect(() => requireReplaceable(join(folder, 'new'))).not.toThrow();
  expect(() => requireReplaceable(folder)).toThrow('Is a directory');
  expect(() => requireReplaceable('/dev/null')).toThrow('Not a regular file');
  expect(() => requireReplaceable(join(folder, 'none', 'new'))).toThrow('ENOENT');
});
