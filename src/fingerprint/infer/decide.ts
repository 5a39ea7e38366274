/**
 * Decides how the samples write numbers and dates, and from this the type of each column. What the samples leave open is not chosen: such a
 * column has no type, and a note says which option states it.
 */
import type { JsonObject } from '#core/json/value';
import type { CellType } from '../columns/conditions.ts';
import { type DateReading, ISO, isTimed, orientationOf } from './date-evidence.ts';
import type { MergedColumn, MergedTable } from './merge.ts';
import type { NumberReading, SignPair } from './number-evidence.ts';
import type { SampleReading } from './profile.ts';
import { commentText } from './yaml-text.ts';

export interface DecidedColumn extends MergedColumn {
  readonly type: CellType | null;
  /** The reading that the type is from. */
  readonly number: NumberReading | null;
  readonly date: DateReading | null;
  /** What is said beside its counts. */
  readonly remarks: readonly string[];
}

export interface DecidedTable {
  readonly columns: readonly DecidedColumn[];
  /** Null if no column shows them. */
  readonly signs: SignPair | null;
  /** The columns that show the signs. */
  readonly signsFrom: readonly string[];
  /** The format of most dates; null if it is that of ISO 8601 or there are none. */
  readonly dates: string | null;
  /** What the samples leave open. */
  readonly open: readonly string[];
}

export function decideTable({ columns }: MergedTable, reading: SampleReading): DecidedTable {
  const { signs, isOpen, from } = decideSigns(columns, reading);
  const orientation = decideOrientation(columns, reading.dates);
  const decided = columns.map((column) => decideColumn(column, { signs, isOpen, orientation, stated: reading.dates }));
  const open: string[] = [];
  if (isOpen) {
    const names = columns.filter(isSigned).map(({ name }) => commentText(name));
    open.push(`the decimal sign may be "." or ",", so there is no type for ${names.join(', ')}; --decimal states it`);
  }
  const mixed = decided.filter(({ date, dates, type }) => type === null && date === null && orientationsOf(dates).size > 1);
  if (mixed.length > 0) {
    const names = mixed.map(({ name }) => commentText(name));
    open.push(`the day or the month may come first, so there is no type for ${names.join(', ')}; --dates states the format`);
  }
  const formats = decided.flatMap(({ date }) => (date === null || isTimed(date.format) ? [] : [date.format]));
  const most = formats.reduce((best, format) => (countOf(formats, format) > countOf(formats, best) ? format : best), formats[0] ?? ISO);
  return { columns: decided, signs, signsFrom: from, dates: most === ISO ? null : most, open };
}

function countOf(list: readonly string[], item: string): number {
  return list.filter((one) => one === item).length;
}

/** Whether the column may consist of numbers, and shows signs. */
function isSigned({ numbers, isMarked }: MergedColumn): boolean {
  return isMarked && numbers.length > 0;
}

interface SignsDecision {
  readonly signs: SignPair | null;
  readonly isOpen: boolean;
  readonly from: readonly string[];
}

/** The signs with which most columns are numbers. Columns without signs are numbers with all of them. */
function decideSigns(columns: readonly MergedColumn[], { signs: possible, areSignsStated }: SampleReading): SignsDecision {
  const signed = columns.filter(isSigned);
  if (signed.length === 0) return { signs: areSignsStated ? (possible[0] ?? null) : null, isOpen: false, from: [] };
  const scored = possible.map((signs) => ({ signs, from: signed.filter((column) => readingWith(column, signs) !== null) }));
  const best = Math.max(...scored.map(({ from }) => from.length));
  const leaders = scored.filter(({ from }) => from.length === best);
  // The thousands signs that no number has are as good as each other; the usual one is the first.
  const [leader] = leaders as [(typeof leaders)[number]];
  const isSame = leaders.every(
    ({ signs, from }) => signs.decimal === leader.signs.decimal && from.every((column) => leader.from.includes(column)),
  );
  if (!isSame) return { signs: null, isOpen: true, from: [] };
  const isShown = areSignsStated || possible.length > 1;
  return { signs: isShown ? leader.signs : null, isOpen: false, from: leader.from.map(({ name }) => name) };
}

function readingWith({ numbers }: MergedColumn, { decimal, thousands }: SignPair): NumberReading | null {
  return numbers.find((one) => one.decimal === decimal && one.thousands === thousands) ?? null;
}

/** Whether the day or the month comes first, if a column shows it, or the stated format. */
function decideOrientation(columns: readonly MergedColumn[], stated: string | null): 'day' | 'month' | null {
  const given = stated === null ? null : orientationOf(stated);
  if (given !== null) return given;
  const shown = new Set(columns.flatMap(({ dates }) => [...orientationsOf(dates)].filter((_, __, all) => all.length === 1)));
  const [only, ...others] = shown;
  return only === undefined || others.length > 0 ? null : only;
}

function orientationsOf(dates: readonly DateReading[]): ReadonlySet<'day' | 'month'> {
  return new Set(dates.map(({ format }) => orientationOf(format)).filter((one) => one !== null));
}

interface Decisions {
  readonly signs: SignPair | null;
  readonly isOpen: boolean;
  readonly orientation: 'day' | 'month' | null;
  readonly stated: string | null;
}

function decideColumn(column: MergedColumn, decisions: Decisions): DecidedColumn {
  const nothing = { ...column, type: null, number: null, date: null, remarks: [] };
  if (column.isBoolean) return { ...nothing, type: 'boolean' };
  const date = dateOf(column, decisions);
  if (date !== null && (date.format !== 'YYYYMMDD' || decisions.stated === 'YYYYMMDD'))
    return { ...nothing, type: isTimed(date.format) ? 'datetime' : 'date', date };
  const number = numberOf(column, decisions);
  if (number !== null) {
    const remarks = [
      ...(column.isPadded ? ['digits that begin with zeros, so taken for text'] : []),
      ...(number.type === 'mixed' ? ['numbers, percentages and amounts mixed'] : []),
      ...(date === null ? [] : ['perhaps dates, --dates YYYYMMDD says so']),
    ];
    if (number.type === 'mixed' || column.isPadded) return { ...nothing, remarks };
    return { ...nothing, type: number.type, number, remarks };
  }
  if (column.numbers.length === 0 || decisions.isOpen) return nothing;
  return { ...nothing, remarks: ['numbers only with other signs than those of the dialect, so taken for text'] };
}

function numberOf(column: MergedColumn, { signs, isOpen }: Decisions): NumberReading | null {
  if (column.numbers.length === 0 || (isOpen && column.isMarked)) return null;
  return column.isMarked && signs !== null ? readingWith(column, signs) : (column.numbers[0] ?? null);
}

/** The strictest format that fits, if the day and the month cannot be mistaken. */
function dateOf({ dates }: MergedColumn, { orientation, stated }: Decisions): DateReading | null {
  const given = dates.find(({ format }) => format === stated);
  if (given !== undefined) return given;
  const orientations = orientationsOf(dates);
  if (orientations.size < 2) return dates[0] ?? null;
  return dates.find(({ format }) => orientation !== null && orientationOf(format) === orientation) ?? null;
}

/** The dialect as a definition states it. */
export function dialectObject(
  { signs, dates }: Pick<DecidedTable, 'signs' | 'dates'>,
  reading: SampleReading,
  delimiter: string | null,
): JsonObject {
  const { csv, headerRow } = reading;
  return {
    ...(delimiter === null ? {} : { delimiter: delimiter === '\t' ? 'tab' : delimiter }),
    ...(csv === null || csv.quote === '"' ? {} : { quote: csv.quote === '' ? 'none' : csv.quote }),
    ...((csv?.encoding ?? null) === null ? {} : { encoding: csv?.encoding as string }),
    ...(signs === null
      ? {}
      : { decimal: signs.decimal, thousands: signs.thousands === '' ? 'none' : signs.thousands === ' ' ? 'space' : signs.thousands }),
    ...(headerRow === 1 ? {} : { header_row: headerRow }),
    ...(dates === null ? {} : { dates }),
  };
}
