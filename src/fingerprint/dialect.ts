/**
 * The dialect of a grid: how a csv is divided into cells, and how the cells of any grid write numbers and dates and name their columns. A
 * definition states it; what it does not state is as here.
 *
 *     dialect: { delimiter: ';', encoding: windows-1252, decimal: ',', thousands: '.', header_row: 3, dates: DD.MM.YYYY }
 */
import type { CsvReading } from '#core/parsed';
import { type DateFormat, ISO_DATES } from './assert/dates.ts';
import { type NumberSigns, USUAL_SIGNS } from './assert/decimal.ts';

export interface Dialect {
  /** Null if the file itself shows how it is divided. */
  readonly reading: CsvReading | null;
  readonly signs: NumberSigns;
  /** The row with the names of the columns, counted from 1. */
  readonly headerRow: number;
  readonly dates: DateFormat;
}

export const USUAL_DIALECT: Dialect = { reading: null, signs: USUAL_SIGNS, headerRow: 1, dates: ISO_DATES };

/** Files are read once for all fingerprints with the same key. */
export function readingKey({ reading }: Dialect): string {
  return reading === null ? '' : [reading.delimiter ?? '', reading.quote, reading.encoding ?? ''].join('\0');
}
