import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as xlsx from '@e965/xlsx';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../../tests/helpers/scratch-folder.ts';
import { verdictOf } from '../../kinds/identified.ts';
import { identifyFiles } from './identify.ts';

const folder = scratchFolder('identify');

function given(name: string, bytes: Uint8Array | string) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return { name, path };
}

async function toldOf(name: string, bytes: Uint8Array | string) {
  const [file] = await identifyFiles([given(name, bytes)], { at: 0 });
  if (file === undefined) throw new Error('expected a file');
  const { kind, identifiedBy, facts, damage, note } = file.identified.contains ?? file.identified;
  return { kind: kind.id, identifiedBy, facts, damage, note, verdict: verdictOf(file) };
}

const book = xlsx.utils.book_new();
xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['a'], [1]]), 'S');
const workbook = Uint8Array.from(xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);

test('identifyFiles() gives files in their order, with what the parsers found', async () => {
  const files = [
    given('a.json', '[1]'),
    given('b.xlsx', workbook),
    given('c.csv', 'a\n1\n'),
    given('d.txt', 'one'),
    given('e.csv.gz', gzipSync('a,b\n1,2\n')),
  ];
  const found = await identifyFiles(files, { at: 0, threads: 2 });
  expect(found.map(({ name, identified }) => [name, identified.kind.id, (identified.contains ?? identified).facts])).toEqual([
    ['a.json', 'json', {}],
    ['b.xlsx', 'xlsx', { rows: 2, sheets: 1 }],
    ['c.csv', 'csv', { columns: 1, delimiter: ',', encoding: 'utf-8', rows: 2 }],
    ['d.txt', 'text', { encoding: 'utf-8' }],
    ['e.csv.gz', 'gzip', { columns: 2, delimiter: ',', encoding: 'utf-8', rows: 2 }],
  ]);
});

test('identifyFiles() parses what is in gzip, longer than one piece', async () => {
  const rows = Array.from({ length: 30_000 }, (_, row) => `${row};ä;${row * row}\n`).join('');
  expect(await toldOf('long.csv.gz', gzipSync(rows))).toMatchObject({
    kind: 'csv',
    facts: { columns: 3, rows: 30_000 },
    verdict: 'IDENTIFIED',
  });
  expect(await toldOf('book.xlsx.gz', gzipSync(workbook))).toMatchObject({ kind: 'zip', verdict: 'MISMATCH' });
});

test.each([
  ['cut.json', '{"a": [1, 2}', { kind: 'json', identifiedBy: 'name', verdict: 'DAMAGED' }],
  ['words.json', 'Not found', { kind: 'text', identifiedBy: 'bytes', verdict: 'MISMATCH' }],
  ['page.json', '<html></html>', { kind: 'html', verdict: 'MISMATCH' }],
  ['brace', '{ not json', { kind: 'text', verdict: 'IDENTIFIED' }],
  ['brace.csv', '{x},b\n1,2\n', { kind: 'csv', identifiedBy: 'parsing', verdict: 'IDENTIFIED' }],
  ['object.csv', '{"a":1}', { kind: 'json', verdict: 'MISMATCH' }],
  ['late.txt', `${'a'.repeat(70_000)}\xe9`, { kind: 'text', verdict: 'IDENTIFIED' }],
  ['late-latin.txt', Buffer.from(`${'a'.repeat(70_000)}\xe9 x`, 'latin1'), { kind: 'unknown', verdict: 'UNKNOWN' }],
  ['late-nul.csv', `${'a,b\n'.repeat(20_000)}\0`, { kind: 'unknown', verdict: 'UNKNOWN' }],
  ['latin.html', Buffer.from('<!DOCTYPE html><meta charset="latin1"><h1>caf\xe9</h1>', 'latin1'), { kind: 'html', verdict: 'IDENTIFIED' }],
  ['not.pdf', '%PDF-1.4\nnothing', { kind: 'pdf', identifiedBy: 'bytes', facts: {}, verdict: 'DAMAGED' }],
  ['wide.csv', `${'a,'.repeat(60_000)}b\n`, { kind: 'csv', facts: { delimiter: ',', encoding: 'utf-8', rows: 1 } }],
])('identifyFiles() of %s', async (name, bytes, expected) => {
  expect(await toldOf(name, bytes)).toMatchObject(expected);
});

test('identifyFiles() counts the columns of a long CSV in UTF-16', async () => {
  const rows = `\ufeff${'a;b;é\r\n'.repeat(20_000)}`;
  expect(await toldOf('wide16.csv', Buffer.from(rows, 'utf16le'))).toMatchObject({
    facts: { columns: 3, encoding: 'utf-16le', rows: 20_000 },
  });
});

test('identifyFiles() notes what makes the content uncertain', async () => {
  expect(await toldOf('two.csv', 'a;b,c\nx;y,z\n')).toMatchObject({
    kind: 'csv',
    note: expect.stringContaining('delimiter'),
    verdict: 'IDENTIFIED',
  });
});

test('identifyFiles() refuses a file that changes meanwhile, and one that is missing', async () => {
  const file = given('growing.csv', 'a,b\n1,2\n');
  const identified = identifyFiles([file], { at: 0 });
  appendFileSync(file.path, '3,4\n');
  await expect(identified).toRefuse('E_IO', { path: 'growing.csv', error: 'File changed while it was read' });
  await expect(identifyFiles([{ name: 'x', path: join(folder, 'x') }], { at: 0 })).toRefuse('E_IO', {
    path: 'x',
    error: 'No such file or directory',
  });
});
