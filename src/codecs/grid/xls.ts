/** The old binary workbook (`.xls`), by a library: the values of its cells as in `xlsx.ts`. */
import type * as Xls from '@e965/xlsx';
import { type Grid, ParseFailure, type Row } from '#core/parsed';
import { dateText, doubleText, plainText } from '../xlsx/cell-text.ts';
import { isDateFormat } from '../xlsx/date-format.ts';

export async function readXls(bytes: Uint8Array): Promise<Grid> {
  const library = (await import('@e965/xlsx')) as unknown as typeof Xls & { readonly default?: typeof Xls };
  const { read } = library.default ?? library;
  const book = parse(read, bytes);
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  return {
    kind: 'grid',
    sheets: book.SheetNames,
    rows: (sheet) => rowsOf(book.Sheets[sheet], is1904),
    facts: { sheet_count: book.SheetNames.length },
  };
}

function parse(read: typeof Xls.read, bytes: Uint8Array): Xls.WorkBook {
  try {
    return read(bytes, { type: 'array', dense: true, cellFormula: false, cellHTML: false, cellText: false, cellNF: true, WTF: true });
  } catch (error) {
    throw new ParseFailure(`not a readable workbook: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Chart sheets have no rows. */
function* rowsOf(sheet: Xls.WorkSheet | undefined, is1904: boolean): Generator<Row, undefined, undefined> {
  const data = (sheet?.['!data'] ?? []) as readonly (readonly (Xls.CellObject | undefined)[] | undefined)[];
  // A counted loop, because `data` is a sparse array and an empty row must be kept.
  for (let i = 0; i < data.length; i++) {
    const cells = data[i] ?? [];
    yield Array.from({ length: cells.length }, (_, column) => cellText(cells[column], is1904));
  }
  return undefined;
}

const ERRORS: ReadonlyMap<number, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
  [0x2b, '#GETTING_DATA'],
]);

function cellText(cell: Xls.CellObject | undefined, is1904: boolean): string | null {
  switch (cell?.t) {
    case 's':
      return plainText(String(cell.v ?? ''));
    case 'b':
      return cell.v ? 'true' : 'false';
    case 'e': {
      const text = ERRORS.get(Number(cell.v));
      if (text === undefined) throw new ParseFailure(`expected an error, found the code ${String(cell.v)}`);
      return text;
    }
    case 'n': {
      const value = Number(cell.v);
      if (!Number.isFinite(value)) throw new ParseFailure(`expected a number, found ${value}`);
      return (typeof cell.z === 'string' && isDateFormat(cell.z) ? dateText(value, is1904) : null) ?? doubleText(value);
    }
    default:
      return null;
  }
}
