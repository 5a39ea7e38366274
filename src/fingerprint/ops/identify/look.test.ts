import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as xlsx from '@e965/xlsx';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../../tests/helpers/scratch-folder.ts';
import { type ZipMember, zipArchive } from '../../../../tests/helpers/zip-archive.ts';
import { look } from './look.ts';

const folder = scratchFolder('look');
let serial = 0;

async function seen(name: string, bytes: Uint8Array | string) {
  mkdirSync(join(folder, `${serial}`));
  const path = join(folder, `${serial++}`, name);
  writeFileSync(path, bytes);
  const { outer, inner, packing } = await look(path, name);
  return {
    kind: outer.identified.kind.id,
    damage: outer.identified.damage,
    inside: inner?.identified.kind.id ?? null,
    formats: (inner ?? outer).formats,
    packing,
  };
}

const book = xlsx.utils.book_new();
xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['a'], [1]]), 'S');
const booked = (bookType: xlsx.BookType): Uint8Array => Uint8Array.from(xlsx.write(book, { type: 'buffer', bookType }) as Buffer);

test.each<[bookType: xlsx.BookType, kind: string, formats: readonly string[]]>([
  ['xlsx', 'xlsx', ['xlsx']],
  ['xlsm', 'xlsm', ['xlsx']],
  ['xlsb', 'xlsb', []],
  ['biff8', 'xls', ['xlsx']],
  ['biff5', 'xls', ['xlsx']],
  ['ods', 'ods', []],
])('look() tells a workbook saved as %s', async (bookType, kind, formats) => {
  expect(await seen('x', booked(bookType))).toMatchObject({ kind, damage: null, formats });
});

const CONTENT_TYPES = '[Content_Types].xml';
const type = (main: string): ZipMember => ({ name: CONTENT_TYPES, text: `<Types><Override ContentType="application/${main}"/></Types>` });
test.each<[kind: string, members: readonly ZipMember[]]>([
  ['docx', [type('vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml')]],
  ['docx', [{ name: 'word/document.xml', text: '' }]],
  ['pptx', [type('vnd.openxmlformats-officedocument.presentationml.presentation.main+xml')]],
  ['xlsx', [{ name: 'xl\\workbook.xml', text: '' }]],
  ['epub', [{ name: 'mimetype', text: 'application/epub+zip', isStored: true }]],
  ['odt', [{ name: 'mimetype', text: 'application/vnd.oasis.opendocument.text', isStored: true }]],
  ['apk', [{ name: 'AndroidManifest.xml', text: '' }]],
  ['jar', [{ name: 'META-INF/MANIFEST.MF', text: '' }]],
  ['npz', [{ name: 'a.npy', text: 'x' }]],
  ['zip', [{ name: 'a.txt', text: 'x' }]],
  ['zip', []],
])('look() tells %s by the entries of the archive', async (kind, members) => {
  expect(await seen('x', zipArchive(members))).toMatchObject({ kind, damage: null });
});

test('look() reports an archive without a directory', async () => {
  const archive = zipArchive([{ name: 'a.txt', text: 'x'.repeat(100), isStored: true }]);
  expect(await seen('x.zip', archive.subarray(0, 100))).toMatchObject({
    kind: 'zip',
    damage: 'not a readable zip archive: it has no directory',
  });
});

test('look() reads no directory of a compound file that is damaged', async () => {
  const bytes = booked('biff8');
  for (const at of [30, 48]) {
    const damaged = Uint8Array.from(bytes);
    damaged.fill(0xfd, at, at + 4);
    expect(await seen('x', damaged)).toMatchObject({ kind: 'ole', damage: null });
  }
  expect(await seen('x', bytes.subarray(0, 100))).toMatchObject({ kind: 'ole' });
});

test.each([
  ['tape.csv.gz', 'a,b\n1,2\n', 'text', ['csv']],
  ['page.gz', '<!doctype html>', 'html', ['html']],
  ['logo.gz', Buffer.from('89504e470d0a1a0a', 'hex'), 'png', []],
  ['twice.gz', gzipSync('a'), 'gzip', []],
  ['none.gz', '', 'empty', []],
])('look() looks into %s', async (name, content, inside, formats) => {
  expect(await seen(name, gzipSync(content))).toMatchObject({ kind: 'gzip', damage: null, inside, formats, packing: 'gzip' });
});

test('look() keeps the ends of what is unpacked', async () => {
  const content = Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(200_000, 1), Buffer.from('PAR1')]);
  expect(await seen('x.parquet.gz', gzipSync(content))).toMatchObject({ inside: 'parquet', formats: ['parquet'] });
});

test('look() asks no parser about what is truncated', async () => {
  const packed = gzipSync('a,b\n1,2\n'.repeat(10_000));
  expect(await seen('tape.csv.gz', packed.subarray(0, packed.length - 9))).toEqual({
    kind: 'gzip',
    damage: 'damaged: unexpected end of file',
    inside: 'csv',
    formats: [],
    packing: null,
  });
});

const PROGRAMS: readonly (readonly [program: string, line: string, end: string, inside: string | null])[] = [
  ['bzip2', 'bzip2 FILE', '.bz2', null],
  ['xz', 'xz FILE', '.xz', null],
  ['zstd', 'zstd -q FILE', '.zst', 'text'],
  ['lz4', 'lz4 -q FILE FILE.lz4', '.lz4', null],
  ['gzip', 'gzip FILE', '.gz', 'text'],
];
for (const [program, line, end, inside] of PROGRAMS) {
  test.skipIf(spawnSync(program, ['--version']).error !== undefined)(`look() tells what ${program} writes`, async () => {
    const path = join(folder, `by-${program}.txt`);
    writeFileSync(path, 'hello\n');
    const [, ...words] = line.replaceAll('FILE', path).split(' ');
    execFileSync(program, words);
    expect(await seen(`x${end}`, readFileSync(`${path}${end}`))).toMatchObject({ kind: program, inside });
  });
}

test('look() follows a link, and opens neither folders nor devices', async () => {
  writeFileSync(join(folder, 'there.csv'), 'a\n');
  symlinkSync('there.csv', join(folder, 'link'));
  expect((await look(join(folder, 'link'), 'link')).outer.identified.kind.id).toBe('text');
  await expect(look(folder, 'x')).rejects.toThrow('Is a directory');
  await expect(look('/dev/zero', 'x')).rejects.toThrow('not a regular file');
});

test.each([
  ['UTF-8', Buffer.from('\ufeffé\n'), 'text', 'utf-8'],
  ['UTF-16LE', Buffer.from('\ufeffa,é\n', 'utf16le'), 'text', 'utf-16le'],
  ['UTF-16BE', Buffer.from('\ufeffa,é\n', 'utf16le').swap16(), 'text', 'utf-16be'],
  ['windows-1252', Buffer.from('caf\xe9\n', 'latin1'), 'unknown', undefined],
  ['UTF-8 with a NUL', Buffer.from('a\0b'), 'unknown', undefined],
  ['UTF-8 with controls', Buffer.from('a\u0001b'), 'unknown', undefined],
  ['UTF-8 that is cut at the end of the head', Buffer.from(`a${'é'.repeat(1 << 16)}`), 'text', 'utf-8'],
])('look() tells %s', async (_, bytes, kind, encoding) => {
  const path = join(folder, `encoding-${serial++}`);
  writeFileSync(path, bytes);
  const { identified } = (await look(path, 'x')).outer;
  expect([identified.kind.id, identified.facts['encoding']]).toEqual([kind, encoding]);
});

test('look() tells a page in another encoding by its opening', async () => {
  expect(await seen('x.html', Buffer.from('<!DOCTYPE html><p>caf\xe9', 'latin1'))).toMatchObject({ kind: 'html', formats: ['html'] });
  expect(await seen('x.xml', Buffer.from('<?xml version="1.0" encoding="latin1"?><a>caf\xe9</a>', 'latin1'))).toMatchObject({
    kind: 'xml',
    formats: [],
  });
});
