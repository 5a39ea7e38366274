import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { lockBeside } from './lock-beside.ts';

const root = scratchFolder('replay-lock');
let serial = 0;
let folder: string;
let file: string;

beforeEach(() => {
  folder = join(root, String(serial++));
  mkdirSync(folder);
  file = join(folder, 'snapshot.json');
});

it('lockBeside() is a file in the same folder while it is held, and leaves nothing behind', () => {
  const lock = lockBeside(file, 0);
  expect(readdirSync(folder)).toEqual(['.snapshot.json.custody-lock']);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

it('lockBeside() gives up where another process holds it', () => {
  const lock = lockBeside(file, 0);
  expect(() => lockBeside(file, 20)).toThrow('locked by another process for more than');
  lock.release();
  lockBeside(file, 0).release();
  expect(readdirSync(folder)).toEqual([]);
});

it('lockBeside() takes one that a dead process left behind', () => {
  writeFileSync(join(folder, '.snapshot.json.custody-lock'), '');
  lockBeside(file, 0).release();
  expect(readdirSync(folder)).toEqual([]);
});

it('lockBeside() does not follow a link in its place', () => {
  symlinkSync('elsewhere', join(folder, '.snapshot.json.custody-lock'));
  expect(() => lockBeside(file, 0)).toThrow('ELOOP');
  expect(readdirSync(folder)).toEqual(['.snapshot.json.custody-lock']);
});
