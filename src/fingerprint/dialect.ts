/**
 * The dialect of a grid: how a csv is divided into cells, and how the cells of any grid write numbers and dates and name their columns. A
 * definition states it; what it does not state is as here.
 *
 *     dialect: { delimiter: ';', encoding: windows-1252, decimal: ',', thousands: '.', header_row: 3, dates: DD.MM.YYYY }
 */
import type { CsvReading, Parsed, ParseWarning } from '#core/parsed';
import { type DateFormat, ISO_DATES } from './assert/dates.ts';
import { type NumberSigns, USUAL_SIGNS } from './assert/decimal.ts';
import { shown } from './shown.ts';

export interface Dialect {
  /** Null if the file itself shows how it is divided. */
  readonly reading: CsvReading | null;
  readonly signs: NumberSigns;
  /** The row with the names of the columns, counted from 1. */
  readonly headerRow: number;
  readonly dates: DateFormat;
}

export const USUAL_DIALECT: Dialect = { reading: null, signs: USUAL_SIGNS, headerRow: 1, dates: ISO_DATES };

/**
 * The dialect for one file, and what it found ambiguous. Programs that divide a csv by semicolons do so mostly because they write decimals with a
 * comma: without stated signs `1,234` is either number there, and so it is none.
 */
export function dialectFor(parsed: Parsed, dialect: Dialect): { readonly dialect: Dialect; readonly warnings: readonly ParseWarning[] } {
  if (dialect.signs !== USUAL_SIGNS || parsed.kind !== 'grid' || parsed.facts['delimiter'] !== ';') return { dialect, warnings: [] };
  const warnings: ParseWarning[] = [];
  const onAmbiguous = (text: string): void => {
    if (warnings.length === 0) warnings.push(ambiguousNumber(text));
  };
  return { dialect: { ...dialect, signs: { ...USUAL_SIGNS, onAmbiguous } }, warnings };
}

function ambiguousNumber(text: string): ParseWarning {
  const message = `The sign in ${shown(text)} may divide thousands or decimals: a definition can state it in dialect.decimal`;
  return { code: 'W_AMBIGUOUS_NUMBER', message };
}

/** Files are read once for all fingerprints with the same key. */
export function readingKey({ reading }: Dialect): string {
  return reading === null ? '' : [reading.delimiter ?? '', reading.quote, reading.encoding ?? ''].join('\0');
}
