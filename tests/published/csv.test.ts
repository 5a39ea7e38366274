/**
 * CSV files of other projects, read where they lie beside this one: those with their cells as JSON give exactly these, and the others are read or
 * refused as their names say. They are not there on every machine.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readCsv } from '#codecs/grid/csv';
import { memorySource } from '#core/bytes/source';
import type { Row } from '#core/parsed';

const corpus = fileURLToPath(new URL('../../../shared/fixtures/corpus', import.meta.url));
const isThere = existsSync(join(corpus, 'csv-spectrum'));
const files = isThere
  ? ['csv-spectrum', 'csv-test-data'].flatMap((folder) => readdirSync(join(corpus, folder)).map((name) => `${folder}/${name}`))
  : [];

function rowsOf(name: string): readonly Row[] {
  return [...readCsv(memorySource(readFileSync(join(corpus, name)))).rows('csv')];
}

/** The cells as rows; a record is one under the names of the first. */
function cellsOf(value: readonly (readonly string[] | Readonly<Record<string, string>>)[]): readonly Row[] {
  const rows = value.map((row) => (Array.isArray(row) ? (row as readonly string[]) : Object.values(row)));
  const [first] = value;
  const header = first === undefined || Array.isArray(first) ? [] : [Object.keys(first)];
  return [...header, ...rows].map((row) => row.map((cell) => (cell === '' ? null : cell.replaceAll('\r\n', '\n'))));
}

describe.skipIf(!isThere)(
  `CSV files of other projects${isThere ? '' : ' (skipped: ../shared/fixtures/corpus is not on this machine)'}`,
  () => {
    test.each(files.filter((name) => name.endsWith('.csv') && files.includes(name.replace(/csv$/, 'json'))))(
      'readCsv gives the cells of %s',
      (name) => {
        expect(rowsOf(name)).toEqual(cellsOf(JSON.parse(readFileSync(join(corpus, name.replace(/csv$/, 'json')), 'utf8'))));
      },
    );

    test.each(
      files.filter((name) => name.endsWith('.csv') && !files.includes(name.replace(/csv$/, 'json')) && !name.includes('missing-quote')),
    )('readCsv reads %s', (name) => {
      expect(() => rowsOf(name)).not.toThrow();
    });

    test('readCsv refuses a quote that is never closed', () => {
      expect(() => rowsOf('csv-test-data/bad-missing-quote.csv')).toThrow('row 2: a quote is never closed');
    });
  },
);
