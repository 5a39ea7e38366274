import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Algorithm } from '#core/ports';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import {
  CHANGED_DURING_READ,
  FileHasher,
  type FileQuestion,
  HASHED,
  NOT_REGULAR,
  OUTSIDE,
  PROVEN_BY_HASH,
  SIZE_DIFFERS,
  UNREADABLE,
} from './hash-file.ts';
import { newHasher } from './hashers.ts';

const root = scratchFolder('hash-file');
const hasher = new FileHasher();
const BUFFER = 1 << 20;

function fileOf(name: string, bytes: Uint8Array | string): string {
  writeFileSync(join(root, name), bytes);
  return join(root, name);
}

function ask(path: string, options: Partial<FileQuestion> = {}): number {
  return hasher.ask({ path, algorithm: 'sha256', expectedSize: -1, isKnownRegular: false, confine: null, ...options });
}

function hexOf(bytes: Uint8Array, algorithm: Algorithm): string {
  const reference = newHasher(algorithm);
  reference.update(bytes);
  return reference.digest();
}

const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i * 31) % 251);

describe('FileHasher.ask() on regular files', () => {
  test.each([0, 1, 4095, 4096, BUFFER - 1, BUFFER, BUFFER + 1, 3 * BUFFER, 3 * BUFFER + 5])('hashes %i bytes', (length) => {
    const bytes = bytesOf(length);
    const path = fileOf('sized', bytes);
    for (const algorithm of ['sha256', 'blake3'] as const) {
      for (const isKnownRegular of [true, false]) {
        expect(ask(path, { algorithm, isKnownRegular, expectedSize: isKnownRegular ? -1 : length })).toBe(HASHED);
        expect([hasher.size, hasher.hex, hasher.errno]).toEqual([length, hexOf(bytes, algorithm), 0]);
      }
    }
  });

  test.each([0, 1, BUFFER - 1, BUFFER, BUFFER + 1, 3 * BUFFER + 5])('hashes %i bytes whose hash the caller knows', (length) => {
    const bytes = bytesOf(length);
    expect(ask(fileOf('proven', bytes), { isKnownRegular: true, expectedSize: PROVEN_BY_HASH })).toBe(HASHED);
    expect([hasher.size, hasher.hex]).toEqual([length, hexOf(bytes, 'sha256')]);
  });

  test('keeps nothing of the previous file', () => {
    const path = fileOf('first', 'x');
    ask(path);
    expect(ask(join(root, 'missing'))).toBe(UNREADABLE);
    expect([hasher.size, hasher.hex]).toEqual([0, '']);
    ask(path);
    expect(hasher.errno).toBe(0);
  });

  test.each([0, 5, 7, 2 ** 40])('reports that a file of 6 bytes does not have %i', (expectedSize) => {
    const path = fileOf('six', '123456');
    for (const isKnownRegular of [true, false]) {
      expect(ask(path, { expectedSize, isKnownRegular })).toBe(SIZE_DIFFERS);
      expect([hasher.size, hasher.hex]).toEqual([6, '']);
    }
  });

  test('calls onLong before a long read, not before a short one', () => {
    let told = 0;
    const onLong = (): void => void told++;
    const question = { algorithm: 'sha256', expectedSize: -1, isKnownRegular: true, confine: null } as const;
    hasher.ask({ ...question, path: fileOf('short', bytesOf(BUFFER)) }, onLong);
    expect(told).toBe(0);
    hasher.ask({ ...question, path: fileOf('long', bytesOf(BUFFER + 1)) }, onLong);
    expect(told).toBe(1);
  });
});

describe('FileHasher.ask() on what cannot be read', () => {
  mkdirSync(join(root, 'folder'));
  symlinkSync('loop', join(root, 'loop'));
  symlinkSync('nowhere', join(root, 'dangling'));
  fileOf('plain', 'x');
  symlinkSync('plain', join(root, 'link'));

  test.each<[string, string, boolean, number]>([
    ['a missing file', 'missing', false, constants.errno.ENOENT],
    ['a missing file', 'missing', true, constants.errno.ENOENT],
    ['a missing folder', 'no/missing', false, constants.errno.ENOENT],
    ['a link to nothing', 'dangling', false, constants.errno.ENOENT],
    ['a file as a folder', 'plain/x', false, constants.errno.ENOTDIR],
    ['a loop of links', 'loop', false, constants.errno.ELOOP],
    ['a link where the folder said a file', 'link', true, constants.errno.ELOOP],
    ['a name too long', 'x'.repeat(256), false, constants.errno.ENAMETOOLONG],
  ])('%s: %s (known to be regular: %s)', (_, name, isKnownRegular, errno) => {
    expect(ask(join(root, name), { isKnownRegular })).toBe(UNREADABLE);
    expect([hasher.errno, hasher.hex]).toEqual([-errno, '']);
  });

  test('follows a link unless the path is known to be a regular file', () => expect(ask(join(root, 'link'))).toBe(HASHED));

  test.skipIf(process.getuid?.() === 0)('reports denied permission', () => {
    execFileSync('chmod', ['0', fileOf('locked', 'x')]);
    expect([ask(join(root, 'locked')), hasher.errno]).toEqual([UNREADABLE, -constants.errno.EACCES]);
  });
});

describe('FileHasher.ask() on what is not a regular file', () => {
  const server = createServer();
  afterAll(() => void server.close());

  test('answers for a folder, a device and a socket', async () => {
    await new Promise<void>((resolve) => server.listen(join(root, 'socket'), resolve));
    for (const path of [join(root, 'folder'), '/dev/null', join(root, 'socket')]) expect(ask(path)).toBe(NOT_REGULAR);
    expect(ask(join(root, 'folder'), { isKnownRegular: true })).toBe(NOT_REGULAR);
    symlinkSync('folder', join(root, 'to-folder'));
    expect(ask(join(root, 'to-folder'))).toBe(NOT_REGULAR);
  });

  test('never treats a pipe or device as an empty file, even if the folder listed a regular file', () => {
    const pipe = join(root, 'empty-pipe');
    execFileSync('mkfifo', [pipe]);
    expect(ask(pipe, { isKnownRegular: true, expectedSize: 0 })).toBe(NOT_REGULAR);
    expect(ask('/dev/null', { isKnownRegular: true, expectedSize: 0 })).toBe(NOT_REGULAR);
    expect(ask('/dev/null', { isKnownRegular: true, expectedSize: PROVEN_BY_HASH })).toBe(NOT_REGULAR);
  });

  test('never opens a FIFO: a writer that waits for a reader goes on waiting', async () => {
    const fifo = join(root, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const writer = spawn('sh', ['-c', `echo started; : > '${fifo}'`], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => writer.stdout.once('data', resolve));
    await pause(100);
    expect(ask(fifo)).toBe(NOT_REGULAR);
    await pause(100);
    expect(writer.exitCode).toBeNull();
    const isOver = new Promise((resolve) => writer.once('exit', resolve));
    closeSync(openSync(fifo, 'r'));
    await isOver;
  });
});

describe('FileHasher.ask() on a file that changes', () => {
  test.runIf(existsSync('/proc/version'))('gives no hash where the number of bytes differs from the stated size', () => {
    expect(statSync('/proc/version').size).toBe(0);
    expect([ask('/proc/version'), hasher.hex]).toEqual([CHANGED_DURING_READ, '']);
    expect(ask('/proc/version', { isKnownRegular: true })).toBe(CHANGED_DURING_READ);
  });

  test('gives no hash where a long file is changed while it is read', async () => {
    const path = fileOf('busy', '');
    const fd = openSync(path, 'r+');
    ftruncateSync(fd, 256 * BUFFER);
    closeSync(fd);
    const writer = spawn(process.execPath, [
      '-e',
      `const { utimesSync } = require('fs'); console.log(1); for (let i = 1; ; i++) utimesSync(${JSON.stringify(path)}, i, i)`,
    ]);
    await new Promise((resolve) => writer.stdout.once('data', resolve));
    // On a busy machine the writer may not run at all while the file is read.
    let status = ask(path);
    for (let tries = 0; status === HASHED && tries < 50; tries++) status = ask(path);
    expect([status, hasher.hex]).toEqual([CHANGED_DURING_READ, '']);
    const isOver = new Promise((resolve) => writer.once('exit', resolve));
    writer.kill('SIGKILL');
    await isOver;
    expect(ask(path)).toBe(HASHED);
  });
});

describe('FileHasher.ask() confined to a folder', () => {
  const inside = join(root, 'inside');
  mkdirSync(join(inside, 'sub'), { recursive: true });
  mkdirSync(join(root, 'inside-not'));
  writeFileSync(join(inside, 'sub', 'file'), 'x');
  writeFileSync(join(root, 'inside-not', 'file'), 'x');
  symlinkSync('sub/file', join(inside, 'link-inside'));
  symlinkSync('../inside-not/file', join(inside, 'link-outside'));
  symlinkSync('../inside-not', join(inside, 'folder-outside'));
  symlinkSync('/etc/passwd', join(inside, 'link-absolute'));

  test.each([
    ['sub/file', HASHED],
    ['link-inside', HASHED],
    ['link-outside', OUTSIDE],
    ['folder-outside/file', OUTSIDE],
    ['link-absolute', OUTSIDE],
    ['../inside-not/file', OUTSIDE],
    ['missing', UNREADABLE],
    ['sub', NOT_REGULAR],
  ])('answers for %s', (name, status) => {
    expect(ask(join(inside, name), { confine: inside })).toBe(status);
    if (status === OUTSIDE) expect(hasher.hex).toBe('');
  });

  test('accepts every path where the folder is /', () => expect(ask(join(inside, 'link-outside'), { confine: '/' })).toBe(HASHED));
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
