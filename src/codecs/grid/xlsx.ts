/**
 * A workbook (`.xlsx`, `.xlsm`, `.xls`) as a grid: the saved values of the cells, whatever their display format.
 *
 *     1234.5, shown as `$1,234.50`      '1234.5'
 *     45992 with a date format          '2025-12-01'
 *     a formula that divides by zero    '#DIV/0!'
 *     a formula without a saved value   '=B2*2'
 *
 * Workbooks of XML are read strictly, part by part; the old binary format is read by a library.
 */
import { startsWith } from '#core/bytes/prefix';
import { type Grid, ParseFailure } from '#core/parsed';
import { Package } from '../xlsx/package.ts';
import { sheetRows } from '../xlsx/sheet.ts';
import { findWorkbook, readWorkbook } from '../xlsx/workbook.ts';
import { ZipError } from '../zip/names.ts';
import { readZip, type ZipEntry } from '../zip/read.ts';

const ZIP = Uint8Array.of(0x50, 0x4b, 0x03, 0x04);
const COMPOUND = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
const MAX_UNPACKED = { entries: 10_000, entryBytes: 1 << 28, totalBytes: 1 << 29, ratio: 200, hasBackslashes: true };

export async function readXlsx(bytes: Uint8Array): Promise<Grid> {
  if (startsWith(bytes, 0, COMPOUND)) return (await import('./xls.ts')).readXls(bytes);
  if (!startsWith(bytes, 0, ZIP)) throw new ParseFailure('expected a workbook, found neither a zip archive nor a compound file');
  const parts = new Package(await entriesOf(bytes));
  const main = findWorkbook(parts);
  if (main.endsWith('.bin')) throw new ParseFailure('a binary workbook (.xlsb), which is not supported');
  const book = readWorkbook(parts, main);
  const paths = new Map(book.sheets.map(({ name, path }) => [name, path]));
  return {
    kind: 'grid',
    sheets: [...paths.keys()],
    rows(sheet) {
      const path = paths.get(sheet) ?? null;
      return path === null ? [] : sheetRows(parts, path, book);
    },
    facts: { sheet_count: book.sheets.length },
  };
}

async function entriesOf(bytes: Uint8Array): Promise<readonly ZipEntry[]> {
  try {
    const entries = await readZip(bytes, MAX_UNPACKED);
    if (entries.some(({ path }) => path === 'mimetype')) throw new ParseFailure('an OpenDocument file (.ods), which is not supported');
    return entries;
  } catch (error) {
    throw error instanceof ZipError ? new ParseFailure(error.message) : error;
  }
}
