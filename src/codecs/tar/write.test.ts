import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { packTar } from 'modern-tar';
import { expect, test } from 'vitest';
import { memorySource } from '#core/bytes/source';
import type { ByteSource } from '#core/ports';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { entriesOf, hasGnuTar } from '../../../tests/helpers/tar-archive.ts';
import { readTar } from './read.ts';
import { tarWriter } from './write.ts';

const folder = scratchFolder('tar-write');

type Files = readonly (readonly [name: string, content: string])[];

function write(files: Files): Buffer {
  const parts: Uint8Array[] = [];
  const tar = tarWriter({ write: (bytes) => parts.push(Uint8Array.from(bytes)) });
  for (const [name, content] of files) {
    const bytes = Buffer.from(content);
    tar.startFile(name, bytes.length);
    tar.write(bytes.subarray(0, 7));
    tar.write(bytes.subarray(7));
  }
  tar.finish();
  return Buffer.concat(parts);
}

/** `pax` is true for names that modern-tar would otherwise write directly into the header. */
async function byModernTar(files: Files, pax: (name: string) => boolean): Promise<Buffer> {
  const entries = files.map(([name, content]) => ({
    header: {
      name,
      size: Buffer.byteLength(content),
      mtime: new Date(0),
      mode: 0o644,
      uid: 0,
      gid: 0,
      ...(pax(name) ? { pax: { path: name } } : {}),
    },
    body: content,
  }));
  return Buffer.from(await packTar(entries));
}

const isAscii = (name: string): boolean => Buffer.byteLength(name) === name.length;
const long = (length: number): string => 'n'.repeat(length);

const ascii: Files = [
  ['manifest.json', '{}'],
  ['a', ''],
  ['b', 'x'.repeat(511)],
  ['c', 'x'.repeat(512)],
  ['d', 'x'.repeat(513)],
  ['odd \n\t"name\\x', 'y'],
  [long(99), '1'],
  [long(100), '2'],
  [long(101), '3'],
  [`${long(155)}/${long(100)}`, '4'],
  [`${long(156)}/${long(100)}`, '5'],
  [`${long(155)}/${long(101)}`, '6'],
  [`p/${long(150)}/${long(40)}/${long(50)}`, '7'],
  [`p/${long(20)}/${long(90)}/${long(90)}`, '8'],
  [`q/${long(98)}/b`, '9'],
  ['deep/'.repeat(60).concat('leaf'), '10'],
  [long(980), '11'],
  [long(985), '12'],
];

test('tarWriter() writes what modern-tar writes', async () => {
  for (const file of ascii) expect(write([file]).equals(await byModernTar([file], () => false)), file[0]).toBe(true);
  expect(write(ascii).equals(await byModernTar(ascii, () => false))).toBe(true);
});

test('tarWriter() writes non-ASCII names as modern-tar does when it uses an extended header', async () => {
  const files: Files = [
    ['é.csv', '1'],
    [`${'漢'.repeat(20)}.csv`, '2'],
    [`${'x'.repeat(90)}/${'é'.repeat(5)}`, '3'],
  ];
  for (const file of files) {
    const theirs = await byModernTar([file], (name) => !isAscii(name));
    expect(write([file]).equals(theirs), file[0]).toBe(true);
  }
});

test('tarWriter() includes the digits of the length in the length of an extended header', () => {
  for (let length = 85; length < 1010; length++) {
    const name = long(length);
    expect(entriesOf(write([[name, 'x']])).map(({ path }) => path)).toEqual([name]);
  }
});

test.skipIf(!hasGnuTar)('tarWriter() writes what GNU tar lists and unpacks', () => {
  const files = [...ascii.filter(([name]) => name.length < 600 && !/n{256}/.test(name)), ['é/漢\u{1f600}.csv', '13']] as Files;
  const archive = join(folder, 'all.tar');
  writeFileSync(archive, write(files));
  const listed = spawnSync('tar', ['tvf', archive, '--numeric-owner', '--full-time', '--utc', '--quoting-style=literal'], {
    encoding: 'utf8',
  });
  expect([listed.status, listed.stderr]).toEqual([0, '']);
  expect(listed.stdout.match(/^-rw-r--r-- 0\/0 +\d+ 1970-01-01 00:00:00 /gm)).toHaveLength(files.length);
  mkdirSync(join(folder, 'out'));
  const unpacked = spawnSync('tar', ['xf', archive, '-C', join(folder, 'out')], { encoding: 'utf8' });
  expect([unpacked.status, unpacked.stderr]).toEqual([0, '']);
  for (const [name, content] of files) expect(readFileSync(join(folder, 'out', name), 'utf8')).toBe(content);
  const found = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' });
  expect(found.filter((name) => statSync(join(folder, 'out', name)).isFile())).toHaveLength(files.length);
});

test.skipIf(!hasGnuTar)('tarWriter() writes a size of 8 GiB and more in an extended header, as GNU tar reads it', () => {
  const sizes = [8 ** 11 - 1, 8 ** 11, 8 ** 11 + 513];
  const archive = join(folder, 'large.tar');
  const fd = openSync(archive, 'w');
  const piece = Buffer.alloc(1 << 24);
  let at = 0;
  const tar = tarWriter({
    write(bytes) {
      if (bytes.buffer !== piece.buffer) writeSync(fd, bytes, 0, bytes.length, at);
      at += bytes.length;
    },
  });
  for (const size of sizes) {
    tar.startFile(`f${size}`, size);
    for (let left = size; left > 0; left -= piece.length) tar.write(piece.subarray(0, Math.min(left, piece.length)));
  }
  tar.finish();
  ftruncateSync(fd, at);
  closeSync(fd);
  const listed = spawnSync('tar', ['tvf', archive, '--numeric-owner'], { encoding: 'utf8' });
  expect([listed.status, listed.stderr]).toEqual([0, '']);
  expect(
    listed.stdout
      .trim()
      .split('\n')
      .map((line) => Number(line.split(/ +/)[2])),
  ).toEqual(sizes);
  const headerAt = 512 + (8 ** 11 - 1 + 1);
  const source = readFrom(archive, headerAt);
  readTar(source, ({ path, size }) => {
    expect([path, size]).toEqual([`f${8 ** 11}`, 8 ** 11]);
    return 'stop';
  });
});

test('tarWriter() accepts neither too few nor too many bytes of a file', () => {
  const tar = tarWriter({ write: () => {} });
  tar.startFile('a', 3);
  tar.write(Buffer.from('ab'));
  expect(() => tar.startFile('b', 0)).toThrow('1 bytes are missing');
  expect(() => tar.finish()).toThrow('1 bytes are missing');
  expect(() => tar.write(Buffer.from('cd'))).toThrow('1 bytes too many');
});

function readFrom(path: string, start: number): ByteSource {
  return memorySource(spawnSync('dd', [`if=${path}`, 'bs=512', `skip=${start / 512}`, 'count=4', 'status=none']).stdout);
}
