import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { type ZipMember, type ZipShape, zipArchive } from '../../../tests/helpers/zip-archive.ts';
import { ZipError } from './names.ts';
import { readZip, ZIP_LIMITS } from './read.ts';

async function read(archive: Uint8Array): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await readZip(archive)).map(({ path, read: unpack }) => [path, Buffer.from(unpack()).toString()]));
}

async function refusal(members: readonly ZipMember[], shape: ZipShape = {}): Promise<string> {
  try {
    await read(zipArchive(members, shape));
    return 'read';
  } catch (error) {
    if (error instanceof ZipError) return error.message;
    throw error;
  }
}

const A: ZipMember = { name: 'a', text: 'one' };
const hasZip = spawnSync('zip', ['-v']).status === 0;

test('readZip() gives the files in the byte order of their paths, unpacked, and skips folders', async () => {
  const archive = zipArchive([
    { name: 'b/c', text: 'two' },
    { name: 'b/', text: '', isStored: true, mode: 0o040755 },
    { name: 'é', text: 'x'.repeat(5000) },
    { name: 'a', text: 'one', isStored: true },
    { name: 'b-c', text: '' },
  ]);
  expect(Object.entries(await read(archive))).toEqual([
    ['a', 'one'],
    ['b-c', ''],
    ['b/c', 'two'],
    ['é', 'x'.repeat(5000)],
  ]);
});

test('readZip() reads an archive with a comment and one without entries', async () => {
  expect(await read(zipArchive([A], { comment: 'made by hand' }))).toEqual({ a: 'one' });
  expect(await read(zipArchive([]))).toEqual({});
});

test.skipIf(!hasZip)('readZip() reads what Info-ZIP writes, streamed too', async () => {
  const folder = scratchFolder('zip');
  writeFileSync(join(folder, 'a.txt'), 'text '.repeat(1000));
  execFileSync('zip', ['-q', 'plain.zip', 'a.txt'], { cwd: folder });
  const streamed = spawnSync('zip', ['-q', '-', 'a.txt'], { cwd: folder }).stdout;
  expect(await read(readFileSync(join(folder, 'plain.zip')))).toEqual({ 'a.txt': 'text '.repeat(1000) });
  expect(await read(streamed)).toEqual({ 'a.txt': 'text '.repeat(1000) });
});

const NOT_PLAIN = 'a link, or another entry that is no plain file';
const OTHER_NAME = 'another name in front of the entry than in the directory';
const BEHIND = 'bytes behind the entry that are no part of it';
test.each<[what: string, members: readonly ZipMember[], message: string, shape?: ZipShape]>([
  ['a name twice', [A, A], 'a name twice: a'],
  ['a file that is also a folder', [A, { name: 'a/', text: '', isStored: true, mode: 0o040755 }], 'a name twice: a/'],
  ['a folder that is also a file', [{ name: 'a/', text: '', isStored: true, mode: 0o040755 }, A], 'a name twice: a'],
  ['a file below a file', [A, { name: 'a/b', text: '' }], 'a file below a file: a/b'],
  ['a way up', [{ name: '../a', text: '' }], 'an unsafe name: ../a'],
  ['an absolute name', [{ name: '/a', text: '' }], 'an unsafe name: /a'],
  ['a backslash', [{ name: 'akn\\a.xml', text: '' }], 'an unsafe name: akn\\a.xml'],
  ['a drive', [{ name: 'C:/a', text: '' }], 'an unsafe name: C:/a'],
  ['a NUL', [{ name: 'a\0b', text: '' }], 'an unsafe name: a\0b'],
  ['an empty name', [{ name: '', text: '' }], 'an unsafe name: '],
  ['a link', [{ ...A, mode: 0o120777 }], `${NOT_PLAIN}: a`],
  ['a device', [{ ...A, mode: 0o020644 }], `${NOT_PLAIN}: a`],
  ['a folder that is a file by its mode', [{ name: 'a/', text: '', isStored: true, mode: 0o100644 }], `${NOT_PLAIN}: a/`],
  ['a folder with bytes', [{ name: 'a/', text: 'one', isStored: true, mode: 0o040755 }], 'a folder with bytes of its own: a/'],
  ['an encrypted entry', [{ ...A, flags: 0x801 }], 'an encrypted entry: a'],
  ['hidden headers', [{ ...A, flags: 0x2800 }], 'an entry with unknown flags 10240: a'],
  ['another method', [{ ...A, method: 12 }], 'an entry of method 12: a'],
  ['a name that is not UTF-8', [{ ...A, name: Uint8Array.of(0xff) }], 'a name that is not UTF-8: ÿ'],
  [
    'a name of an unknown code page',
    [{ ...A, name: Uint8Array.of(0x81), flags: 0 }],
    'a name that is neither ASCII nor marked as UTF-8: \x81',
  ],
  ['a second name', [{ ...A, extra: Buffer.from('757005000100000000', 'hex') }], 'an entry with two names: a'],
  ['another name in front', [{ ...A, localName: 'b' }], `${OTHER_NAME}: a`],
  ['a wrong checksum', [{ ...A, statedChecksum: 1 }], 'a wrong checksum: a'],
  ['fewer bytes than stated', [{ ...A, statedSize: 4 }], 'expected 4 bytes, found 3: a'],
  ['bytes behind the end', [{ ...A, tail: Buffer.from('zz') }], 'bytes behind the end of the entry: a'],
  ['entries that share their bytes', [A, { name: 'b', text: 'one', at: 0, localName: 'a' }], `${OTHER_NAME}: b`],
  ['bytes before the first entry', [{ ...A, at: 3 }], 'bytes before the first entry: a', { before: Buffer.from('#!x') }],
  [
    'an entry that the directory does not tell of, between two',
    [A, { name: 'b', text: 'two', isHidden: true }, { name: 'c', text: 'three' }],
    `${BEHIND}: a`,
  ],
  ['an entry that the directory does not tell of, behind the last', [A, { name: 'b', text: 'two', isHidden: true }], `${BEHIND}: a`],
  ['more entries than are counted', [A, { name: 'b', text: '' }], 'a directory that goes on behind its last entry', { statedCount: 1 }],
])('readZip() refuses %s', async (_, members, message, shape) => {
  expect(await refusal(members, shape)).toBe(message);
});

test('readZip() refuses more bytes than stated before it unpacks them', async () => {
  expect(await refusal([{ ...A, text: 'x'.repeat(100_000), statedSize: 10 }])).toMatch(/^cannot be unpacked .*: a$/);
});

test('readZip() refuses two entries that overlap', async () => {
  const member = { name: 'aa', text: 'one' };
  const inner = zipArchive([member]);
  // The content of the first entry contains the whole second entry with its header.
  const local = inner.subarray(0, inner.indexOf(Buffer.from('PK\x01\x02', 'latin1')));
  expect(
    await refusal([
      { name: 'bb', text: local, isStored: true },
      { ...member, at: 32 },
    ]),
  ).toBe('an entry that overlaps another: aa');
});

test('readZip() refuses a zip bomb by the sizes in its directory, and too many entries', async () => {
  expect(await refusal([{ ...A, statedSize: ZIP_LIMITS.entryBytes + 1 }])).toBe(`an entry of more than ${ZIP_LIMITS.entryBytes} bytes: a`);
  const zeros = Array.from({ length: 40 }, (_, i) => ({ name: String(i), text: '\0'.repeat(1 << 20) }));
  expect(await refusal(zeros)).toMatch(/^expected at most 200 times its length unpacked, found 41943040 bytes in \d+$/);
  expect(await refusal([A], { statedCount: 30_000 })).toBe('expected at most 20000 entries, found 30000');
  await expect(readZip(zipArchive([A, { ...A, name: 'b' }]), { ...ZIP_LIMITS, totalBytes: 5 })).rejects.toThrow(
    'expected at most 5 bytes unpacked, found 6',
  );
});

test('readZip() refuses a file that is not an archive, and every truncated archive', async () => {
  await expect(readZip(Buffer.from('no archive'))).rejects.toThrow(ZipError);
  await expect(readZip(new Uint8Array())).rejects.toThrow(ZipError);
  const whole = zipArchive([A, { name: 'b', text: 'two' }]);
  for (let length = 0; length < whole.length; length++) await expect(readZip(whole.subarray(0, length))).rejects.toThrow(ZipError);
});

test('readZip() gives the same files, or refuses, whatever single bit is flipped', async () => {
  const whole = zipArchive([A, { name: 'b/c', text: 'some text, some text' }]);
  const expected = { a: 'one', 'b/c': 'some text, some text' };
  const others = new Set<string>();
  for (let bit = 0; bit < whole.length * 8; bit++) {
    const flipped = Buffer.from(whole);
    flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
    try {
      const found = await read(flipped);
      if (JSON.stringify(found) !== JSON.stringify(expected)) others.add(JSON.stringify(found));
    } catch (error) {
      expect(error).toBeInstanceOf(ZipError);
    }
  }
  expect([...others]).toEqual([]);
});
