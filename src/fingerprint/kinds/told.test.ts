import { expect, test } from 'vitest';
import { fileLine, outcomeOf } from './report.ts';
import { mismatchOf, type Told, told, verdictOf } from './told.ts';

const fileOf = (name: string, what: Told) => ({ name, size: 1, told: what });

test.each<[name: string, what: Told, verdict: string]>([
  ['a.csv', told('csv'), 'TOLD'],
  ['a', told('png'), 'TOLD'],
  ['a.csv', told('html'), 'MISMATCH'],
  ['a.csv', told('empty'), 'TOLD'],
  ['a.xlsx', told('empty'), 'MISMATCH'],
  ['a.xlsx', told('zip', { damage: 'damaged' }), 'DAMAGED'],
  ['a.png', told('unknown'), 'MISMATCH'],
  ['a.bin', told('unknown'), 'UNKNOWN'],
  ['a.csv', told('unknown', { mayBeText: true }), 'UNKNOWN'],
  ['a.png', told('unknown', { mayBeText: true }), 'MISMATCH'],
  ['a.gz', told('gzip', { isLimited: true, contains: told('text') }), 'UNKNOWN'],
  ['a.gz', told('gzip', { contains: told('unknown') }), 'UNKNOWN'],
  ['a.csv.gz', told('gzip', { contains: told('csv') }), 'TOLD'],
  ['a.csv.gz', told('gzip', { contains: told('html') }), 'MISMATCH'],
  ['a.csv.gz', told('csv'), 'MISMATCH'],
  ['a.csv.gz', told('gzip', { contains: told('csv', { damage: 'damaged' }) }), 'DAMAGED'],
])('verdictOf() of %s', (name, what, verdict) => {
  expect(verdictOf(fileOf(name, what))).toBe(verdict);
});

test('mismatchOf() does not compare the name of an archive whose directory is lost', () => {
  expect(mismatchOf(fileOf('a.xlsx', told('zip', { damage: 'damaged' })))).toBeNull();
  expect(mismatchOf(fileOf('a.csv', told('zip', { damage: 'damaged' })))).not.toBeNull();
});

test('outcomeOf() is PARTIAL if one file is not told', () => {
  expect([outcomeOf([fileOf('a', told('png'))]), outcomeOf([fileOf('a', told('png')), fileOf('b', told('unknown'))])]).toEqual([
    'ALL_MATCHED',
    'PARTIAL',
  ]);
});

test.each<[name: string, what: Told, line: string]>([
  [
    'a.tsv',
    told('csv', { facts: { delimiter: '\t', columns: 2, rows: 1, encoding: 'utf-8' } }),
    'TOLD a.tsv — CSV (text/tab-separated-values): TAB, 2 columns, 1 row, utf-8',
  ],
  ['a.zip', told('zip', { facts: { entries: 1, encrypted: true } }), 'TOLD a.zip — zip archive (application/zip): 1 entry, encrypted'],
  [
    'a.csv.gz',
    told('gzip', { damage: 'damaged: cut', contains: told('unknown') }),
    'DAMAGED a.csv.gz — gzip (application/gzip): damaged: cut; it contains unknown (application/octet-stream); named .csv.gz, but what is inside is nothing that is known',
  ],
  ['a.jpg', told('png'), 'MISMATCH a.jpg — PNG image (image/png); named .jpg, but it is a PNG image'],
  ['a.csv', told('html'), 'MISMATCH a.csv — HTML page (text/html); named .csv, but it is an HTML page'],
  ['a.csv', told('empty'), 'TOLD a.csv — empty file (inode/x-empty)'],
  ['a.pdf', told('empty'), 'MISMATCH a.pdf — empty file (inode/x-empty); named .pdf, but it is an empty file'],
  ['a.csv', told('json'), 'MISMATCH a.csv — JSON (application/json); named .csv, but it is JSON'],
])('fileLine() of %s', (name, what, line) => {
  expect(fileLine(fileOf(name, what), { show: (text) => text, mark: (verdict) => verdict })).toBe(line);
});
