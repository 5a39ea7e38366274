import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
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

/** Holds the lock until somebody else has opened the file, and then releases it as an owner does. */
const OWNER = `
  const { openSync, readdirSync, readlinkSync, unlinkSync } = require('node:fs');
  const { parentPort, workerData: { native, path } } = require('node:worker_threads');
  const locks = require(native);
  const fd = openSync(path, 'w+');
  locks.tryLock(fd, 0, 0, true);
  parentPort.postMessage('held');
  const leadsToIt = (name) => { try { return readlinkSync('/proc/self/fd/' + name) === path; } catch { return false; } };
  const end = Date.now() + 60_000;
  while (readdirSync('/proc/self/fd').filter(leadsToIt).length < 2 && Date.now() < end);
  unlinkSync(path);
  locks.unlock(fd, 0, 0);
`;

it.runIf(process.platform === 'linux')('lockBeside() takes a new file where the owner removed the one that it waited for', async () => {
  const path = join(folder, '.snapshot.json.custody-lock');
  const native = createRequire(import.meta.url).resolve('fs-native-extensions');
  const owner = new Worker(OWNER, { eval: true, workerData: { native, path } });
  await once(owner, 'message');
  const lock = lockBeside(file, 60_000);
  expect(readdirSync(folder)).toEqual(['.snapshot.json.custody-lock']);
  expect(() => lockBeside(file, 0)).toThrow('locked by another process');
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
  await owner.terminate();
});

it('lockBeside() does not follow a link in its place', () => {
  symlinkSync('elsewhere', join(folder, '.snapshot.json.custody-lock'));
  expect(() => lockBeside(file, 0)).toThrow('ELOOP');
  expect(readdirSync(folder)).toEqual(['.snapshot.json.custody-lock']);
});
