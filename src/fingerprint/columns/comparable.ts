/**
 * The value of a cell for comparisons: a number, a date or an instant, or text, in this order. Values of different kinds cannot be compared.
 *
 *     valueOf('1.234,50', dialect)     { kind: 'number', value: … }
 *     valueOf('31.12.2025', dialect)   { kind: 'date', value: 1767139200000 }
 */
import { compareUtf8 } from '#core/bytes/order';
import { ISO_DATES, ISO_DATETIMES, momentOfPlain, plainIsoDate } from '../assert/dates.ts';
import { type Decimal, isAtMost, type NumberSigns, parseDecimal } from '../assert/decimal.ts';
import type { Dialect } from '../dialect.ts';
import type { NamedCells } from './named-cells.ts';
import { decimalByte, plain, plainDouble, readPlainNumber } from './plain-number.ts';
import type { PointedCells } from './pointed-cells.ts';

export type Comparable =
  | { readonly kind: 'number'; readonly value: Decimal }
  | { readonly kind: 'date'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  /** A number only with other signs than the assumed ones: it cannot be compared, and not as text either. */
  | { readonly kind: 'unclear' };

const OTHER_SIGNS: NumberSigns = { decimal: ',', thousands: '.' };

export function valueOf(text: string, { signs, dates }: Dialect): Comparable {
  const number = parseDecimal(text, signs);
  if (number !== null) return { kind: 'number', value: number };
  if (signs.onAmbiguous !== undefined && parseDecimal(text, OTHER_SIGNS) !== null) return { kind: 'unclear' };
  const date = dates.read(text) ?? ISO_DATETIMES.read(text);
  return date === null ? { kind: 'text', value: text } : { kind: 'date', value: date };
}

/** Negative, 0 or positive; null if the kinds differ. */
export function compareValues(a: Comparable, b: Comparable): number | null {
  if (a.kind === 'number' && b.kind === 'number') return isAtMost(a.value, b.value) ? (isAtMost(b.value, a.value) ? 0 : -1) : 1;
  if (a.kind === 'date' && b.kind === 'date') return a.value - b.value;
  return a.kind === 'text' && b.kind === 'text' ? compareUtf8(a.value, b.value) : null;
}

/** Whether a cell is what a bound of that kind is compared with. In json a number is none that is written as a date. */
export function comparableTest(kind: 'number' | 'date', { signs, dates }: Dialect, isOfTree: boolean) {
  return (cells: NamedCells, name: number): boolean => {
    const found = isOfTree ? (cells as PointedCells).kind(name) : 'string';
    if (found === 'number') return kind === 'number';
    const text = cells.text(name);
    return found === 'string' && text !== null && (kind === 'date' ? dates.read(text) : parseDecimal(text, signs)) !== null;
  };
}

/** A value that is simple enough to be read from the bytes of a cell: a number of at most 15 digits, or a date of ISO 8601. */
class PlainValue {
  kind: 'number' | 'date' | 'none' = 'none';
  value = 0;
  units = 0;
  scale = 0;

  read(cells: NamedCells, name: number, decimal: number, isIso: boolean): void {
    const { bytes, starts, ends } = cells.block;
    const cell = cells.cell(name);
    const start = starts[cell] as number;
    const end = ends[cell] as number;
    const date = isIso ? plainIsoDate(bytes, start, end) : 0;
    if (date !== 0) {
      this.kind = 'date';
      this.value = date;
    } else if (readPlainNumber(bytes, start, end, decimal)) {
      this.kind = 'number';
      this.value = plainDouble();
      this.units = plain.units;
      this.scale = plain.scale;
    } else this.kind = 'none';
  }
}

/** Compares the cell of each row with that of the row before, as `compareValues` does; the first result means nothing. */
export function comparer(dialect: Dialect): (cells: NamedCells, name: number) => number | null {
  const decimal = decimalByte(dialect.signs);
  const isIso = dialect.dates === ISO_DATES;
  let [before, now] = [new PlainValue(), new PlainValue()];
  let last: Comparable | null = null;
  return (cells, name) => {
    [before, now] = [now, before];
    now.read(cells, name, decimal, isIso);
    if (now.kind !== 'none' && now.kind === before.kind) return now.value - before.value;
    const previous = before.kind === 'none' ? last : comparableOf(before);
    last = valueOf(cells.kept(name) as string, dialect);
    return previous === null ? 0 : compareValues(last, previous);
  };
}

function comparableOf({ kind, value, units, scale }: PlainValue): Comparable {
  return kind === 'date' ? { kind, value: momentOfPlain(value) } : { kind: 'number', value: { units: BigInt(units), scale } };
}

/** Integers below it can be added a few times without loss. */
const MAX_UNITS = 2 ** 48;

/**
 * The sign of the sum of the first `left` cells less the sum of the others, 0 if they differ by at most the tolerance. Null if one of them is not
 * a simple number or, of two cells, not a date either.
 */
export function plainDifference(left: number, count: number, tolerance: Decimal, dialect: Dialect): (cells: NamedCells) => number | null {
  const decimal = decimalByte(dialect.signs);
  const isIso = dialect.dates === ISO_DATES;
  const values = Array.from({ length: count }, () => new PlainValue());
  const allowed = tolerance.units > BigInt(MAX_UNITS) ? null : Number(tolerance.units);
  return (cells) => {
    let scale = tolerance.scale;
    let dates = 0;
    for (let i = 0; i < count; i++) {
      const value = values[i] as PlainValue;
      value.read(cells, i, decimal, isIso);
      if (value.kind === 'none') return null;
      if (value.kind === 'date') dates++;
      else if (value.scale > scale) scale = value.scale;
    }
    if (dates > 0) return dates === 2 && count === 2 ? Math.sign((values[0] as PlainValue).value - (values[1] as PlainValue).value) : null;
    if (allowed === null) return null;
    let difference = 0;
    for (let i = 0; i < count; i++) {
      const { units, scale: own } = values[i] as PlainValue;
      const shifted = units * 10 ** (scale - own);
      if (shifted > MAX_UNITS || shifted < -MAX_UNITS || i > 30) return null;
      difference += i < left ? shifted : -shifted;
    }
    const most = allowed * 10 ** (scale - tolerance.scale);
    return most > MAX_UNITS ? null : Math.abs(difference) <= most ? 0 : Math.sign(difference);
  };
}
