import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { writeAll } from '../write/write-all.ts';
import { descriptorSource } from './descriptor.ts';

const folder = scratchFolder('descriptor');

function readAll(fd: number, pieceLength: number): Buffer {
  const source = descriptorSource(fd);
  const parts: Buffer[] = [];
  for (;;) {
    const piece = Buffer.alloc(pieceLength);
    const count = source.read(piece);
    if (count === 0) return Buffer.concat(parts);
    parts.push(piece.subarray(0, count));
  }
}

test.each([1, 7, 4096])('descriptorSource() reads a file to its end in pieces of %i bytes', (length) => {
  const path = join(folder, 'in');
  const bytes = Buffer.from(Uint8Array.from({ length: 10_000 }, (_, i) => i));
  writeFileSync(path, bytes);
  const fd = openSync(path, 'r');
  expect(readAll(fd, length).equals(bytes)).toBe(true);
  closeSync(fd);
});

test('descriptorSource() throws the error of the system for a bad descriptor', () =>
  expect(() => descriptorSource(openSync(folder, 'r')).read(new Uint8Array(1))).toThrow('EISDIR'));

test('descriptorSource() waits for a non-blocking pipe that has nothing yet', async () => {
  const fifo = join(folder, 'slow');
  execFileSync('mkfifo', [fifo]);
  const fd = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = spawn('sh', ['-c', `exec 3>'${fifo}'; echo ready; sleep 0.2; printf late >&3`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => writer.stdout.once('data', resolve));
  expect(readAll(fd, 100).toString()).toBe('late');
  closeSync(fd);
});

test('writeAll() writes every byte to a pipe that takes few at a time', async () => {
  const fifo = join(folder, 'narrow');
  const copy = join(folder, 'copy');
  execFileSync('mkfifo', [fifo]);
  const reader = spawn('sh', ['-c', `exec 3<'${fifo}'; echo ready; sleep 0.2; cat <&3 >'${copy}'`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const isOver = new Promise((resolve) => reader.once('exit', resolve));
  const holder = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
  const fd = openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK);
  await new Promise((resolve) => reader.stdout.once('data', resolve));
  closeSync(holder);
  const bytes = Buffer.alloc(1 << 20, 'abcdefg');
  writeAll(fd, bytes);
  closeSync(fd);
  await isOver;
  expect(readFileSync(copy).equals(bytes)).toBe(true);
});

test('writeAll() throws the error of the system', () => {
  const fd = openSync(join(folder, 'in'), 'r');
  expect(() => writeAll(fd, new Uint8Array(1))).toThrow('EBADF');
  closeSync(fd);
});

test('writeAll() writes in order, an empty run too', () => {
  const path = join(folder, 'out');
  const fd = openSync(path, 'w');
  for (const text of ['a', '', 'bc']) writeAll(fd, Buffer.from(text));
  closeSync(fd);
  expect(readFileSync(path, 'utf8')).toBe('abc');
});
