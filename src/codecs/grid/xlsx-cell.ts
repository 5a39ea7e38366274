/** The value of a workbook cell as text: `1234.5`, `2025-12-01`, `true`, `#DIV/0!`; null for a blank cell. */
import type * as Xlsx from '@e965/xlsx';

const DAY = 86_400_000;
/**
 * Day 0 of the two date systems. The 1900 system counts a 29 February 1900, which did not exist, so days before March 1900 are off by one.
 */
const DAY_0 = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
const FIRST_OF_MARCH_1900 = 61;

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

export function cellText(cell: Xlsx.CellObject | undefined, is1904: boolean, isDate: (format: string) => boolean): string | null {
  switch (cell?.t) {
    case 's':
      return textOf(String(cell.v ?? ''));
    case 'b':
      return cell.v ? 'true' : 'false';
    case 'e':
      return ERRORS.get(Number(cell.v)) ?? `#ERROR ${String(cell.v)}`;
    case 'n':
      return numberText(Number(cell.v), typeof cell.z === 'string' && isDate(cell.z), is1904);
    case 'd':
      return cell.v instanceof Date ? cell.v.toISOString().replace(/(?:T00:00:00)?\.000Z$/, '') : textOf(String(cell.v));
    default:
      return null;
  }
}

/** Line ends inside a cell become LF. */
function textOf(text: string): string | null {
  return text === '' ? null : text.replace(/\r\n?/g, '\n').toWellFormed();
}

function numberText(value: number, isDate: boolean, is1904: boolean): string {
  return (isDate ? dateText(value, is1904) : null) ?? String(Object.is(value, -0) ? 0 : value);
}

/** `2025-12-01`, `2025-12-01T08:30:00`, or for a time of day alone `08:30:00`; null for a number outside the calendar. */
function dateText(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0) || serial >= 2_958_466) return null;
  const days = is1904 || serial >= FIRST_OF_MARCH_1900 || serial < 1 ? serial : serial + 1;
  const instant = new Date(Math.round((is1904 ? DAY_0[1904] : DAY_0[1900]) + days * DAY));
  const [date, time] = instant.toISOString().slice(0, -1).split('T') as [string, string];
  const clock = time.replace(/\.000$/, '');
  if (serial < 1 && serial > 0) return clock;
  return clock === '00:00:00' ? date : `${date}T${clock}`;
}
