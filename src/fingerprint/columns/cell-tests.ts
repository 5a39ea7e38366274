/**
 * The tests of the cells of a table, which conditions are made of. Where the bytes of a cell are enough, no text is made of it.
 *
 *     oneOfTest(['open', 'paid'])(cells, 0)      true if the first named cell is one of them
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { type DateFormat, ISO_DATES, ISO_DATETIMES, plainIsoDate, plainOfDay } from '../assert/dates.ts';
import { type Decimal, isAtMost, isWholeNumber, readNumber, shortDouble, type WrittenNumber } from '../assert/decimal.ts';
import type { Pattern } from '../define/field-types.ts';
import type { Dialect } from '../dialect.ts';
import type { CellType, ConditionFields } from './conditions.ts';
import { isSurelyFilled, type NamedCells } from './named-cells.ts';
import { decimalByte, plain, plainDouble, readPlainNumber } from './plain-number.ts';
import type { SureText } from './sure-rows.ts';

/** The cell is not blank. `sure` says by the bytes alone that a cell is not blank and holds; false means nothing. */
export interface CellTest {
  (cells: NamedCells, name: number): boolean;
  readonly sure?: SureText;
}

export function typeTest({ type, format, min, max }: ConditionFields, dialect: Dialect): CellTest {
  const kind = type ?? ((min ?? max)?.kind === 'date' ? 'date' : null);
  const lastDay = max?.kind === 'date' && max.text.length === ISO_DATES.text.length ? max.value + DAY - 1 : null;
  const bounds = { min: min?.value ?? null, max: lastDay ?? max?.value ?? null };
  switch (kind) {
    case 'string':
    case 'array':
    case 'object':
      return () => true;
    case 'boolean':
      return (cells, name) => BOOLEANS.has((cells.text(name) as string).trim().toLowerCase());
    case 'date':
      return dateTest(format ?? dialect.dates, bounds as Bounds<number>);
    case 'datetime':
      return dateTest(format ?? ISO_DATETIMES, bounds as Bounds<number>);
    default:
      return numberTest(kind, dialect, bounds as Bounds<Decimal>);
  }
}

/** A date as `max` includes its whole day. */
const DAY = 86_400_000;

export const BOOLEANS: ReadonlySet<string> = new Set(['true', 'false', 'yes', 'no', '1', '0']);

interface Bounds<T> {
  readonly min: T | null;
  readonly max: T | null;
}

/** Dates of ISO 8601 are read from the bytes, other formats from the text. */
function dateTest(format: DateFormat, { min, max }: Bounds<number>): CellTest {
  const isIso = format.text === ISO_DATES.text;
  const [low, high] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY];
  const plainLow = min === null ? low : plainOfDay(Math.ceil(min / DAY));
  const plainHigh = max === null ? high : plainOfDay(Math.floor(max / DAY));
  const exact: CellTest = (cells, name) => {
    const date = format.read(cells.text(name) as string);
    return date !== null && date >= low && date <= high;
  };
  if (!isIso) return exact;
  const sure: SureText = (bytes, start, end) => {
    const plainDate = plainIsoDate(bytes, start, end);
    return plainDate !== 0 && plainDate >= plainLow && plainDate <= plainHigh;
  };
  return firstSure(sure, exact);
}

/** Simple numbers are read from the bytes and compared as doubles, the others exactly. A type of null takes every number. */
function numberTest(type: CellType | null, { signs }: Dialect, { min, max }: Bounds<Decimal>): CellTest {
  const decimal = decimalByte(signs);
  const low = min === null ? Number.NEGATIVE_INFINITY : shortDouble(min);
  const high = max === null ? Number.POSITIVE_INFINITY : shortDouble(max);
  const isPlainEnough = (type === null || type === 'integer' || type === 'number') && low !== null && high !== null;
  const exact: CellTest = (cells, name) => {
    const text = cells.text(name) as string;
    const number = readNumber(text, signs);
    if (number === null || !isOfNumberType(number, text, type, signs)) return false;
    return (min === null || isAtMost(min, number.value)) && (max === null || isAtMost(number.value, max));
  };
  if (!isPlainEnough) return exact;
  const sure: SureText = (bytes, start, end) => {
    if (!readPlainNumber(bytes, start, end, decimal) || (type === 'integer' && !plain.isWhole)) return false;
    const value = plainDouble();
    return value >= low && value <= high;
  };
  return firstSure(sure, exact);
}

function firstSure(sure: SureText, exact: CellTest): CellTest {
  const test: CellTest = (cells, name) => {
    const { bytes, starts, ends } = cells.block;
    const cell = cells.cell(name);
    return sure(bytes, starts[cell] as number, ends[cell] as number) || exact(cells, name);
  };
  return Object.assign(test, { sure });
}

function isOfNumberType({ look }: WrittenNumber, text: string, type: CellType | null, signs: Dialect['signs']): boolean {
  if (type === null) return true;
  return type === 'integer' ? look === 'number' && isWholeNumber(text, signs) : look === type;
}

export function patternTest({ test, testBytes }: Pattern): CellTest {
  return testBytes === undefined ? (cells, name) => test(cells.text(name) as string) : byBytes(testBytes);
}

/** The longest list whose entries are compared one by one. */
const SHORT_LIST = 16;

export function oneOfTest(texts: readonly string[]): CellTest {
  if (texts.length > SHORT_LIST) {
    const known = new Set(texts);
    return (cells, name) => known.has(cells.text(name) as string);
  }
  const known = texts.map(encodeUtf8);
  return byBytes((bytes, start, end) => {
    const length = end - start;
    for (let i = 0; i < known.length; i++) {
      const one = known[i] as Uint8Array;
      if (one.length !== length) continue;
      let at = 0;
      while (at < length && bytes[start + at] === one[at]) at++;
      if (at === length) return true;
    }
    return false;
  });
}

function byBytes(isGood: SureText): CellTest {
  const test: CellTest = (cells, name) => {
    const { bytes, starts, ends } = cells.block;
    const cell = cells.cell(name);
    return isGood(bytes, starts[cell] as number, ends[cell] as number);
  };
  return Object.assign(test, {
    sure: (bytes: Uint8Array, start: number, end: number) => isSurelyFilled(bytes, start) && isGood(bytes, start, end),
  });
}
