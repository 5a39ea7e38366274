import * as Xlsx from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { ParseFailure } from '#core/parsed';
import { zipArchive } from '../../../tests/helpers/zip-archive.ts';
import { readXlsx } from './xlsx.ts';

type Cell = Xlsx.CellObject;

function workbook(cells: readonly (readonly (Cell | null)[])[], bookType: Xlsx.BookType = 'xlsx'): Uint8Array {
  const sheet = Xlsx.utils.aoa_to_sheet(cells.map((row) => row.map((cell) => (cell === null ? null : cell.v))) as unknown[][]);
  cells.forEach((row, r) => row.forEach((cell, c) => cell !== null && Object.assign(sheet, { [Xlsx.utils.encode_cell({ r, c })]: cell })));
  const book = Xlsx.utils.book_new();
  Xlsx.utils.book_append_sheet(book, sheet, 'Rent Roll');
  Xlsx.utils.book_append_sheet(book, Xlsx.utils.aoa_to_sheet([]), 'Empty');
  return new Uint8Array(Xlsx.write(book, { type: 'buffer', bookType, compression: true }) as Buffer);
}

const text = (v: string): Cell => ({ t: 's', v });
const number = (v: number, z?: string): Cell => (z === undefined ? { t: 'n', v } : { t: 'n', v, z });

describe('readXlsx', () => {
  const bytes = workbook([
    [text('Unit'), text('Rent'), text('From'), text('At')],
    [number(7), number(1234.5, '"$"#,##0.00'), number(45992, 'yyyy-mm-dd'), number(45992.3541666667, 'm/d/yy h:mm')],
    [],
    [null, { t: 'b', v: true }, { t: 'e', v: 0x07 }, number(0.5, 'h:mm')],
  ]);

  it('readXlsx gives the values of the cells, not their formatted text', async () => {
    const grid = await readXlsx(bytes);
    expect(grid.sheets).toEqual(['Rent Roll', 'Empty']);
    expect([...grid.rows('Rent Roll')]).toEqual([
      ['Unit', 'Rent', 'From', 'At'],
      ['7', '1234.5', '2025-12-01', '2025-12-01T08:30:00'],
      [],
      [null, 'true', '#DIV/0!', '12:00:00'],
    ]);
    expect([...grid.rows('Empty')]).toEqual([]);
  });

  it('readXlsx reads the old binary format (.xls) too', async () => {
    const grid = await readXlsx(workbook([[text('a'), number(1.5)]], 'biff8'));
    expect([...grid.rows('Rent Roll')]).toEqual([['a', '1.5']]);
  });

  it.each([
    ['a CSV of that name', encodeUtf8('a,b\n1,2\n'), 'expected a workbook, found neither a zip archive nor a compound file'],
    ['another archive', zipArchive([{ name: 'a.txt', text: 'x' }]), 'expected a workbook, found another archive'],
    ['a truncated workbook', bytes.subarray(0, bytes.length - 100), 'not a readable zip archive: it has no directory'],
    ['a document type', withPart('_rels/.rels', '<!DOCTYPE x [<!ENTITY a "b">]><Relationships/>'), '_rels/.rels: a document type'],
  ])('readXlsx fails on %s', async (_, file, message) => {
    await expect(readXlsx(file)).rejects.toThrow(ParseFailure);
    await expect(readXlsx(file)).rejects.toThrow(message);
  });

  it('readXlsx fails on a part whose bytes were changed', async () => {
    const changed = bytes.slice();
    const at = Buffer.from(changed).indexOf('xl/worksheets/sheet1.xml') + 60;
    changed[at] = (changed[at] as number) ^ 1;
    const read = async () => [...(await readXlsx(changed)).rows('Rent Roll')];
    await expect(read()).rejects.toThrow(ParseFailure);
  });

  it('readXlsx fails on a zip bomb before it unpacks it', async () => {
    const bomb = zipArchive([
      { name: 'xl/workbook.xml', text: '<workbook/>' },
      { name: 'xl/zeros.bin', text: new Uint8Array((1 << 28) + 1) },
    ]);
    expect(bomb.length).toBeLessThan(1 << 20);
    await expect(readXlsx(bomb)).rejects.toThrow(ParseFailure);
  });
});

function withPart(name: string, xml: string): Uint8Array {
  return zipArchive([{ name, text: xml }]);
}
