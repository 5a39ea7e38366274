/**
 * A workbook (`.xlsx`, `.xlsm`, `.xlsb`, `.xls`) as a grid: the saved values of the cells, whatever their display format.
 *
 *     1234.5, shown as `$1,234.50`      '1234.5'
 *     45992 with a date format          '2025-12-01'
 *     a formula that divides by zero    '#DIV/0!'
 *
 * The archive is unpacked once before the parser sees it, so that checksums, zip bombs and document types in its XML are checked first.
 */
import type * as Xlsx from '@e965/xlsx';
import { startsWith } from '#core/bytes/prefix';
import { decodeUtf8 } from '#core/bytes/utf8';
import { type Grid, ParseFailure, type Row } from '#core/parsed';
import { ZipError } from '../zip/names.ts';
import { readZip } from '../zip/read.ts';
import { cellText } from './xlsx-cell.ts';

const ZIP = Uint8Array.of(0x50, 0x4b, 0x03, 0x04);
const COMPOUND = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
const MOST_UNPACKED = { entries: 10_000, entryBytes: 1 << 28, totalBytes: 1 << 29, ratio: 200 };

export async function readXlsx(bytes: Uint8Array): Promise<Grid> {
  if (startsWith(bytes, 0, ZIP)) await requireWorkbook(bytes);
  else if (!startsWith(bytes, 0, COMPOUND)) throw new ParseFailure('expected a workbook, found neither a zip archive nor a compound file');
  const xlsx = (await import('@e965/xlsx')) as unknown as typeof Xlsx & { readonly default?: typeof Xlsx };
  const { read, SSF } = xlsx.default ?? xlsx;
  const book = parse(read, bytes);
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  const isDate = (format: string): boolean => SSF.is_date(format);
  return {
    kind: 'grid',
    sheets: book.SheetNames,
    rows: (sheet) => rowsOf(book.Sheets[sheet], { is1904, isDate }),
    facts: { sheet_count: book.SheetNames.length },
  };
}

function parse(read: typeof Xlsx.read, bytes: Uint8Array): Xlsx.WorkBook {
  try {
    return read(bytes, { type: 'array', dense: true, cellFormula: false, cellHTML: false, cellText: false, cellNF: true, WTF: true });
  } catch (error) {
    throw new ParseFailure(`not a readable workbook: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function requireWorkbook(bytes: Uint8Array): Promise<void> {
  try {
    const entries = await readZip(bytes, MOST_UNPACKED);
    if (!entries.some(({ path }) => /^xl\/workbook\.(xml|bin)$/.test(path)))
      throw new ParseFailure('expected a workbook, found another archive');
    for (const entry of entries) requirePlain(entry.path, entry.read());
  } catch (error) {
    throw error instanceof ZipError ? new ParseFailure(error.message) : error;
  }
}

/** A workbook must not contain a document type declaration, so it has no entities. */
function requirePlain(path: string, part: Uint8Array): void {
  if (!/\.(xml|rels)$/.test(path)) return;
  if (Buffer.from(part.buffer, part.byteOffset, part.length).includes('<!DOCTYPE'))
    throw new ParseFailure(`${path} has a document type, which a workbook never has`);
  try {
    decodeUtf8(part);
  } catch {
    throw new ParseFailure(`${path} is not UTF-8`);
  }
}

interface Dates {
  readonly is1904: boolean;
  readonly isDate: (format: string) => boolean;
}

/** Chart sheets have no rows. */
function* rowsOf(sheet: Xlsx.WorkSheet | undefined, dates: Dates): Generator<Row, undefined, undefined> {
  const data = (sheet?.['!data'] ?? []) as readonly (readonly (Xlsx.CellObject | undefined)[] | undefined)[];
  // A counted loop, because `data` is a sparse array and an empty row must be kept.
  for (let i = 0; i < data.length; i++) {
    const cells = data[i] ?? [];
    yield Array.from({ length: cells.length }, (_, column) => cellText(cells[column], dates.is1904, dates.isDate));
  }
  return undefined;
}
