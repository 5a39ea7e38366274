import { expect, test } from 'vitest';
import { type Identified, identified, mismatchOf, verdictOf } from './identified.ts';
import { fileLine, outcomeOf } from './report.ts';

const fileOf = (name: string, what: Identified) => ({ name, size: 1, identified: what });

test.each<[name: string, what: Identified, verdict: string]>([
  ['a.csv', identified('csv'), 'IDENTIFIED'],
  ['a', identified('png'), 'IDENTIFIED'],
  ['a.csv', identified('html'), 'MISMATCH'],
  ['a.csv', identified('empty'), 'IDENTIFIED'],
  ['a.xlsx', identified('empty'), 'MISMATCH'],
  ['a.xlsx', identified('zip', { damage: 'damaged' }), 'DAMAGED'],
  ['a.png', identified('unknown'), 'MISMATCH'],
  ['a.bin', identified('unknown'), 'UNKNOWN'],
  ['a.csv', identified('unknown', { mayBeText: true }), 'UNKNOWN'],
  ['a.png', identified('unknown', { mayBeText: true }), 'MISMATCH'],
  ['a.gz', identified('gzip', { isLimited: true, contains: identified('text') }), 'UNKNOWN'],
  ['a.gz', identified('gzip', { contains: identified('unknown') }), 'UNKNOWN'],
  ['a.csv.gz', identified('gzip', { contains: identified('csv') }), 'IDENTIFIED'],
  ['a.csv.gz', identified('gzip', { contains: identified('html') }), 'MISMATCH'],
  ['a.csv.gz', identified('csv'), 'MISMATCH'],
  ['a.csv.gz', identified('gzip', { contains: identified('csv', { damage: 'damaged' }) }), 'DAMAGED'],
])('verdictOf() of %s', (name, what, verdict) => {
  expect(verdictOf(fileOf(name, what))).toBe(verdict);
});

test('mismatchOf() does not compare the name of an archive whose directory is lost', () => {
  expect(mismatchOf(fileOf('a.xlsx', identified('zip', { damage: 'damaged' })))).toBeNull();
  expect(mismatchOf(fileOf('a.csv', identified('zip', { damage: 'damaged' })))).not.toBeNull();
});

test('outcomeOf() is PARTIAL if one file is not identified', () => {
  expect([
    outcomeOf([fileOf('a', identified('png'))]),
    outcomeOf([fileOf('a', identified('png')), fileOf('b', identified('unknown'))]),
  ]).toEqual(['ALL_MATCHED', 'PARTIAL']);
});

test.each<[name: string, what: Identified, line: string]>([
  [
    'a.tsv',
    identified('csv', { facts: { delimiter: '\t', columns: 2, rows: 1, encoding: 'utf-8' } }),
    'IDENTIFIED a.tsv — CSV (text/tab-separated-values): TAB, 2 columns, 1 row, utf-8',
  ],
  [
    'a.zip',
    identified('zip', { facts: { entries: 1, encrypted: true } }),
    'IDENTIFIED a.zip — zip archive (application/zip): 1 entry, encrypted',
  ],
  [
    'a.csv.gz',
    identified('gzip', { damage: 'damaged: cut', contains: identified('unknown') }),
    'DAMAGED a.csv.gz — gzip (application/gzip): damaged: cut; it contains unknown (application/octet-stream); named .csv.gz, but what is inside is nothing that is known',
  ],
  ['a.jpg', identified('png'), 'MISMATCH a.jpg — PNG image (image/png); named .jpg, but it is a PNG image'],
  ['a.csv', identified('html'), 'MISMATCH a.csv — HTML page (text/html); named .csv, but it is an HTML page'],
  ['a.csv', identified('empty'), 'IDENTIFIED a.csv — empty file (inode/x-empty)'],
  ['a.pdf', identified('empty'), 'MISMATCH a.pdf — empty file (inode/x-empty); named .pdf, but it is an empty file'],
  ['a.csv', identified('json'), 'MISMATCH a.csv — JSON (application/json); named .csv, but it is JSON'],
])('fileLine() of %s', (name, what, line) => {
  expect(fileLine(fileOf(name, what), { show: (text) => text, mark: (verdict) => verdict })).toBe(line);
});
