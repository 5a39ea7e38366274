import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireLockFile } from './lock-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'custody-lock-file-'));
  path = join(folder, 'witness.jsonl.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('acquireLockFile()', () => {
  it('names its owner while it is held and leaves nothing behind', () => {
    const lock = acquireLockFile(path, 0);
    expect(readlinkSync(path)).toBe(`${process.pid}@${hostname()}`);
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('waits for an owner that still runs, then gives up and names it', () => {
    const lock = acquireLockFile(path, 0);
    expect(() => acquireLockFile(path, 20)).toThrow(`locked by ${process.pid}@${hostname()} for more than 0.02 s`);
    lock.release();
    acquireLockFile(path, 20).release();
  });

  it('takes over from an owner that is gone', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    symlinkSync(`${pid}@${hostname()}`, path);
    const lock = acquireLockFile(path, 1000);
    expect(readlinkSync(path)).toBe(`${process.pid}@${hostname()}`);
    lock.release();
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['4711@another-host', 'nonsense'])('never takes over from %j, of whom nothing is known', (owner) => {
    symlinkSync(owner, path);
    expect(() => acquireLockFile(path, 20)).toThrow(`locked by ${owner}`);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
  });
});
