import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { holder, leftFolder } from '../../../tests/helpers/left-staging.ts';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { makePrivateCopy } from './private-copy.ts';

const folder = scratchFolder('private-copy');
const bytes = Buffer.from('#!/bin/sh\necho hello\n');
const modeOf = (path: string): number => fs.statSync(path).mode & 0o7777;
const place = { name: 'tool.sh', folder, isExecutable: false };

it('makePrivateCopy() has exactly the bytes and the name, and only its owner can read it', () => {
  const copy = makePrivateCopy(bytes, place);
  expect(copy.path.endsWith('/tool.sh')).toBe(true);
  expect(fs.readFileSync(copy.path).equals(bytes)).toBe(true);
  expect([modeOf(copy.path), modeOf(dirname(copy.path))]).toEqual([0o400, 0o700]);
  copy.remove();
  expect(fs.readdirSync(folder)).toEqual([]);
});

it('makePrivateCopy() can be executed if requested', () => {
  const copy = makePrivateCopy(bytes, { ...place, isExecutable: true });
  expect(modeOf(copy.path)).toBe(0o500);
  copy.remove();
});

it('makePrivateCopy() is a new one each time', () => {
  const copies = [makePrivateCopy(bytes, place), makePrivateCopy(bytes, place)];
  expect(new Set(copies.map(({ path }) => path)).size).toBe(2);
  for (const copy of copies) copy.remove();
});

it('makePrivateCopy() removes other files in its folder too, and succeeds if it was already removed', () => {
  const copy = makePrivateCopy(bytes, place);
  fs.mkdirSync(join(dirname(copy.path), 'cache'));
  fs.writeFileSync(join(dirname(copy.path), 'cache', 'x'), '');
  fs.chmodSync(dirname(copy.path), 0o500);
  copy.remove();
  expect(fs.readdirSync(folder)).toEqual([]);
  copy.remove();
});

it('makePrivateCopy() leaves nothing behind when it cannot be written', () => {
  expect(() => makePrivateCopy(bytes, { ...place, name: 'x'.repeat(300) })).toThrow('ENAMETOOLONG');
  expect(fs.readdirSync(folder)).toEqual([]);
});

it.each([0o777, 0o775, 0o707])('makePrivateCopy() is not made in a folder of mode %o, where others may rename it', (mode) => {
  const shared = join(folder, 'shared');
  fs.mkdirSync(shared);
  fs.chmodSync(shared, mode);
  expect(() => makePrivateCopy(bytes, { ...place, folder: shared })).toThrow('other users may rename');
  fs.chmodSync(shared, mode | 0o1000);
  makePrivateCopy(bytes, { ...place, folder: shared }).remove();
  fs.rmdirSync(shared);
});

it.skipIf(process.getuid?.() !== 0)(
  'makePrivateCopy() is not made in a folder of another user, who may always rename what lies in it',
  () => {
    const foreign = join(folder, 'foreign');
    fs.mkdirSync(foreign, { mode: 0o755 });
    fs.chownSync(foreign, 1234, 1234);
    expect(() => makePrivateCopy(bytes, { ...place, folder: foreign })).toThrow('it belongs to another user');
    expect(fs.readdirSync(foreign)).toEqual([]);
    fs.rmdirSync(foreign);
  },
);

it('makePrivateCopy() keeps a copy whose owner is running, and removes it after the owner has ended', async () => {
  const [left, held] = [leftFolder(folder, 'custody-run'), leftFolder(folder, 'custody-run')];
  const owner = await holder(join(folder, held, 'lock'));
  makePrivateCopy(bytes, place).remove();
  expect(fs.existsSync(join(folder, left))).toBe(false);
  expect(fs.existsSync(join(folder, held, 'content/deep/half'))).toBe(true);
  await owner.kill();
  makePrivateCopy(bytes, place).remove();
  expect(fs.readdirSync(folder)).toEqual([]);
});

it('makePrivateCopy() keeps a copy whose owner has ended, as long as a process started with it runs', async () => {
  const copy = makePrivateCopy(bytes, place);
  const started = spawn('sleep', ['600'], { stdio: ['ignore', 'ignore', 'ignore', copy.lock] });
  await once(started, 'spawn');
  // This is what the system does for a killed process.
  fs.closeSync(copy.lock as number);
  makePrivateCopy(bytes, place).remove();
  expect(fs.readFileSync(copy.path).equals(bytes)).toBe(true);
  started.kill('SIGKILL');
  await once(started, 'exit');
  // A process that another test starts meanwhile has the lock too, until it runs its program.
  await vi.waitFor(() => {
    makePrivateCopy(bytes, place).remove();
    expect(fs.readdirSync(folder)).toEqual([]);
  });
});

it('makePrivateCopy() is removed without following links that replaced its folder', () => {
  const precious = join(folder, 'precious');
  fs.mkdirSync(join(precious, 'content'), { recursive: true });
  fs.writeFileSync(join(precious, 'content/x'), '');
  const copies = [makePrivateCopy(bytes, place), makePrivateCopy(bytes, place)];
  const places = [dirname(copies[0]?.path as string), dirname(dirname(copies[1]?.path as string))];
  for (const each of places) {
    fs.renameSync(each, `${each}.aside`);
    fs.symlinkSync(precious, each);
  }
  for (const copy of copies) copy.remove();
  expect(fs.readdirSync(join(precious, 'content'))).toEqual(['x']);
  for (const each of places) expect(fs.lstatSync(each, { throwIfNoEntry: false })).toBe(undefined);
});
