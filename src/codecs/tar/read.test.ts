import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { chunkedSource } from '../../../tests/fuzz/helpers/chunks.ts';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { type DraftEntry, END, entriesOf, hasGnuTar, pax, tarErrorOf, tarOf } from '../../../tests/helpers/tar-archive.ts';
import { readTar } from './read.ts';

const folder = scratchFolder('tar-read');
const GNU = 'ustar  \0';
const a: DraftEntry = { name: 'a', body: 'text' };

test('readTar() reads names and bodies in order, however the input is divided into pieces', () => {
  const archive = tarOf([
    a,
    { name: 'b/c', body: 'x'.repeat(1300) },
    { name: 'empty', prefix: 'p/q' },
    { name: './e', body: 'E', type: '\0' },
  ]);
  for (const piece of [1, 100, 512, 513, 1 << 20]) {
    expect(entriesOf(archive, piece)).toEqual([
      { path: 'a', size: 4, text: 'text' },
      { path: 'b/c', size: 1300, text: 'x'.repeat(1300) },
      { path: 'p/q/empty', size: 0, text: '' },
      { path: 'e', size: 1, text: 'E' },
    ]);
  }
});

test('readTar() skips the unread rest of a body, and stops where the visitor says so', () => {
  const archive = tarOf([{ name: 'long', body: 'x'.repeat(200_000) }, a, { name: 'way', type: '2' }]);
  const paths: string[] = [];
  readTar(
    chunkedSource(archive, () => 700),
    ({ path }, body) => {
      paths.push(path);
      body.read(new Uint8Array(3));
      return path === 'a' ? 'stop' : undefined;
    },
  );
  expect(paths).toEqual(['long', 'a']);
});

test('readTar() reads an empty archive', () => expect(entriesOf(END)).toEqual([]));

test('readTar() accepts zeros after the end, with which tar fills its last record', () =>
  expect(entriesOf(tarOf([a], Buffer.alloc(9728)))).toHaveLength(1));

test('readTar() prefers name and size of an extended header to those of the header', () => {
  const name = 'é'.repeat(400);
  const archive = tarOf([pax({ mtime: '1.5', path: name, size: '4', comment: '' }), { ...a, name: 'short', size: 0 }, a]);
  expect(entriesOf(archive).map(({ path, text }) => [path, text])).toEqual([
    [name, 'text'],
    ['a', 'text'],
  ]);
});

test('readTar() reads the long names of GNU, with and without a NUL at the end, and ignores the prefix of their header', () => {
  const name = 'n'.repeat(300);
  const more = { magic: GNU, prefix: '12345670123\0' };
  const archive = tarOf([
    { name: '././@LongLink', type: 'L', body: `${name}1\0`, magic: GNU },
    { name: name.slice(0, 99), body: 'x', ...more },
    { name: '././@LongLink', type: 'L', body: `${name}2`, magic: GNU },
    { name: name.slice(0, 99), ...more },
    { ...a, ...more },
  ]);
  expect(entriesOf(archive).map(({ path }) => path)).toEqual([`${name}1`, `${name}2`, 'a']);
});

test('readTar() reads a size in the binary form of GNU', () => {
  const binary =
    (size: number, top = 0x80) =>
    (header: Buffer) => {
      header.fill(0, 124, 136);
      header[124] = top;
      header.writeBigUInt64BE(BigInt(size), 128);
    };
  expect(entriesOf(tarOf([{ ...a, change: binary(4) }]))).toEqual([{ path: 'a', size: 4, text: 'text' }]);
  expect(tarErrorOf(tarOf([{ ...a, change: binary(2 ** 60) }]))).toEqual(['a size that is no number', 'a']);
  expect(tarErrorOf(tarOf([{ ...a, change: binary(4, 0xff) }]))).toEqual(['a size that is no number', 'a']);
});

test('readTar() skips folders and global comments', () => {
  const archive = tarOf([
    pax({ comment: 'a commit' }, 'g'),
    { name: './', type: '5' },
    { name: 'd/', type: '5' },
    { name: 'd/', type: '5' },
    { name: 'd/x' },
  ]);
  expect(entriesOf(archive).map(({ path }) => path)).toEqual(['d/x']);
});

describe('readTar() on archives of other programs', () => {
  test('reads what modern-tar writes', async () => {
    const names = ['manifest.json', 'n'.repeat(300), `${'p'.repeat(150)}/${'q'.repeat(90)}`, 'é.csv', '漢/字'];
    const archive = await packTar(names.map((name) => ({ header: { name, size: 3 }, body: 'abc' })));
    expect(entriesOf(archive).map(({ path, text }) => [path, text])).toEqual(names.map((name) => [name, 'abc']));
  });

  test.skipIf(!hasGnuTar)('reads what GNU tar writes, in each of its formats', () => {
    const names = ['a', 'd/e/f', 'é', 'n'.repeat(120), `${'p'.repeat(140)}/${'q'.repeat(90)}`];
    for (const name of names) {
      mkdirSync(join(folder, 'in', name, '..'), { recursive: true });
      writeFileSync(join(folder, 'in', name), name);
    }
    for (const format of ['gnu', 'pax', 'ustar', 'oldgnu']) {
      // The oldest format cannot store a long name without a folder.
      const packed = format === 'ustar' ? names.filter((name) => name.length !== 120) : names;
      const words = ['c', `--format=${format}`, '-C', join(folder, 'in'), ...(format === 'ustar' ? packed : ['.'])];
      const { stdout, status } = spawnSync('tar', words);
      expect(status).toBe(0);
      const found = new Map(entriesOf(stdout).map(({ path, text }) => [path as string, text]));
      expect(found, format).toEqual(new Map(packed.map((name) => [name, name])));
    }
  });

  test.skipIf(!hasGnuTar)('refuses the links and sparse files of GNU tar', () => {
    mkdirSync(join(folder, 'odd'));
    symlinkSync('/etc/passwd', join(folder, 'odd/way'));
    spawnSync('truncate', ['-s', '10M', join(folder, 'odd/holes')]);
    spawnSync('ln', [join(folder, 'odd/holes'), join(folder, 'odd/twin')]);
    const pack = (...words: readonly string[]): Buffer =>
      spawnSync('tar', ['c', '-C', join(folder, 'odd'), ...words], { maxBuffer: 1 << 28 }).stdout;
    expect(tarErrorOf(pack('way'))).toEqual(['a symbolic link', 'way']);
    expect(tarErrorOf(pack('holes', 'twin'))).toEqual(['a hard link', 'twin']);
    for (const way of [
      ['--format=gnu'],
      ['--format=pax', '--sparse-version=0.0'],
      ['--format=pax', '--sparse-version=0.1'],
      ['--format=pax', '--sparse-version=1.0'],
    ]) {
      expect(tarErrorOf(pack('-S', ...way, 'holes'))[0]).toBe('a sparse file');
    }
  });
});
