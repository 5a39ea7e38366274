/** What all samples together show: of each column that they have in common, the evidence of all of them. */
import { parseDecimal } from '../assert/decimal.ts';
import { type ColumnProfile, MAX_TEXTS } from './column-evidence.ts';
import { type DateReading, dateFormat } from './date-evidence.ts';
import { type NumberReading, signsOf, toDouble } from './number-evidence.ts';
import type { SampleProfile } from './profile.ts';

export interface MergedColumn extends ColumnProfile {
  /** The samples that have the column all have one currency each. */
  readonly isOneCurrency: boolean;
}

export interface MergedTable {
  readonly samples: number;
  readonly rows: number;
  readonly fewestRows: number;
  readonly mostRows: number;
  /** In the order of the first sample. */
  readonly columns: readonly MergedColumn[];
  /** Names that only some of the samples have, or have only once. */
  readonly notInAll: readonly string[];
}

export function mergeSamples(profiles: readonly SampleProfile[]): MergedTable {
  const byName = profiles.map(({ columns }) => new Map(columns.map((column) => [column.name, column])));
  const names = [...new Set(profiles.flatMap(({ columns }) => columns.map(({ name }) => name)))];
  const isCommon = (name: string): boolean => byName.every((columns) => columns.has(name));
  const rows = profiles.map((profile) => profile.rows);
  return {
    samples: profiles.length,
    rows: rows.reduce((sum, count) => sum + count, 0),
    fewestRows: rows.reduce((least, count) => Math.min(least, count)),
    mostRows: rows.reduce((most, count) => Math.max(most, count)),
    columns: names.filter(isCommon).map((name) => mergeColumn(byName.map((columns) => columns.get(name) as ColumnProfile))),
    notInAll: names.filter((name) => !isCommon(name)),
  };
}

function mergeColumn(all: readonly ColumnProfile[]): MergedColumn {
  const [first] = all as readonly [ColumnProfile];
  // A column that is blank in a sample shows nothing there, and contradicts nothing.
  const filled = all.filter((column) => column.filled > 0);
  const texts = new Set(filled.flatMap((column) => column.texts ?? []));
  return {
    name: first.name,
    filled: sumOf(all.map((column) => column.filled)),
    blank: sumOf(all.map((column) => column.blank)),
    numbers: mergeNumbers(filled.map(({ numbers }) => numbers)),
    isMarked: filled.some(({ isMarked }) => isMarked),
    isPadded: filled.some(({ isPadded }) => isPadded),
    dates: mergeDates(filled.map(({ dates }) => dates)),
    isBoolean: filled.length > 0 && filled.every(({ isBoolean }) => isBoolean),
    texts: filled.some((column) => column.texts === null) || texts.size > MAX_TEXTS ? null : [...texts],
    keys: keysOf(all),
    isOneCurrency: filled.every(({ numbers }) => numbers.every(({ currencies }) => currencies.length === 1)),
  };
}

function keysOf(all: readonly ColumnProfile[]): ColumnProfile['keys'] {
  const found = new Set(all.map(({ keys }) => keys));
  return found.has('repeated') ? 'repeated' : found.has('too many') ? 'too many' : 'different';
}

/** The readings that all samples allow. */
function mergeNumbers(all: readonly (readonly NumberReading[])[]): readonly NumberReading[] {
  const [first = [], ...others] = all;
  return first.flatMap((reading) => {
    const same = others.map((list) => list.find((one) => one.decimal === reading.decimal && one.thousands === reading.thousands));
    const readings = [reading, ...same.filter((one) => one !== undefined)];
    if (readings.length < all.length) return [];
    const types = new Set(readings.map(({ type }) => type));
    const isNumber = [...types].every((type) => type === 'integer' || type === 'number');
    const valueOf = (text: string): number => toDouble(parseDecimal(text, signsOf(reading)) ?? { units: 0n, scale: 0 });
    return [
      {
        ...reading,
        type: types.size === 1 ? reading.type : isNumber ? 'number' : 'mixed',
        ...extremes(readings, valueOf),
        currencies: [...new Set(readings.flatMap(({ currencies }) => currencies))].slice(0, 2),
      },
    ];
  });
}

function mergeDates(all: readonly (readonly DateReading[])[]): readonly DateReading[] {
  const [first = [], ...others] = all;
  return first.flatMap((reading) => {
    const readings = [reading, ...others.flatMap((list) => list.filter(({ format }) => format === reading.format))];
    if (readings.length < all.length) return [];
    return [{ ...reading, ...extremes(readings, (text) => dateFormat(reading.format).read(text) ?? 0) }];
  });
}

interface Extremes {
  readonly min: string;
  readonly max: string;
}

function extremes(readings: readonly Extremes[], valueOf: (text: string) => number): Extremes {
  return readings.reduce((a, b) => ({
    min: valueOf(b.min) < valueOf(a.min) ? b.min : a.min,
    max: valueOf(b.max) > valueOf(a.max) ? b.max : a.max,
  }));
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
