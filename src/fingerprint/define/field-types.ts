/** The types of the fields of assertions and extractions. */
import { isJsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { Format } from '#core/parsed';
import type { CompileRegex, Regex } from '#core/regex';
import { type Cell, parseCell, parseColumn, parseRange, parseRows, type Range, type Rows } from '../assert/cells.ts';
import { type DateFormat, ISO_DATES, ISO_DATETIMES, parseDateFormat } from '../assert/dates.ts';
import { type Decimal, formatDecimal, isAtMost, parseDecimal } from '../assert/decimal.ts';
import { VALUE_TYPES, type ValueType } from '../assert/value-type.ts';
import { commonRowPath, type Pointer, parsePointer } from '../columns/pointers.ts';
import { isTree } from '../formats.ts';
import { shown } from '../shown.ts';
import { describeValue, Mistake } from './faults.ts';
import type { FieldType } from './fields.ts';

/** Limits the cost: each entry is compared with each cell of a row. */
export const MAX_ENTRIES = 1000;

/** A compiled pattern that keeps its source text. */
export interface Pattern extends Regex {
  readonly text: string;
}

export interface Column {
  readonly text: string;
  readonly column: number;
}

function type<T>(words: string, read: (value: JsonValue, compile: CompileRegex, format: Format | null) => T | null): FieldType<T> {
  return {
    words,
    read(value, compile, format) {
      const result = read(value, compile, format);
      if (result === null) throw new Mistake(`expected ${words}, found ${describeValue(value)}`);
      return result;
    },
  };
}

export function textField<T>(words: string, parse: (text: string) => T | null): FieldType<T> {
  return type(words, (value) => (typeof value === 'string' ? parse(value) : null));
}

export function oneOfTexts<T extends string>(known: readonly T[]): FieldType<T> {
  return textField(`one of ${known.join(' ')}`, (text) => known.find((one) => one === text) ?? null);
}

export const TEXT = textField('text', (text) => (text === '' ? null : text));

/** YAML reads `100` as a number and `true` as a boolean; in a cell they are text. */
export const CELL_TEXT = type<string>('text, a number, true or false', (value) => {
  if (typeof value === 'string') return value === '' ? null : value;
  return value === null || Array.isArray(value) || isJsonObject(value) ? null : formatSpine(value);
});

export const PATTERN: FieldType<Pattern> = type('a regular expression', (value, compile) =>
  typeof value === 'string' ? compilePattern(value, compile) : null,
);

export const PATTERNS = listOf('a list of regular expressions', PATTERN);

export const COLUMN_PATTERNS = listOf('a list of columns, each with its pattern', {
  words: 'a column with its pattern, such as {pattern: "(?i)loan id"}',
  read(value, compile, format): Pattern {
    const pattern = isJsonObject(value) ? value['pattern'] : undefined;
    if (!isJsonObject(value) || pattern === undefined || Object.keys(value).length > 1) {
      throw new Mistake(`expected ${this.words}, found ${describeValue(value)}`);
    }
    try {
      return PATTERN.read(pattern, compile, format);
    } catch (error) {
      throw error instanceof Mistake ? new Mistake(error.message, ['pattern', ...error.path]) : error;
    }
  },
});

export const CELL: FieldType<Cell> = textField('a cell such as B12', parseCell);

/** In json a pointer. */
export const CELL_OR_POINTER: FieldType<Cell | Pointer> = {
  words: 'a cell such as B12, or in json a pointer such as /total',
  read(value, compile, format) {
    if (!isTree(format)) return CELL.read(value, compile, format);
    const pointer = typeof value === 'string' ? parsePointer(value) : null;
    if (pointer !== null && !pointer.steps.includes(null)) return pointer;
    throw new Mistake(`expected a pointer without *, such as /total, found ${describeValue(value)}`);
  },
};

export const RANGE: FieldType<Range> = textField('a range such as A1:C10, or A2:C for all rows from the second on', parseRange);

export const ROWS: FieldType<Rows> = textField('rows such as 1:20', parseRows);

export const COLUMN: FieldType<Column> = textField('the letters of a column such as B', (text) => {
  const column = parseColumn(text);
  return column === null ? null : { text: text.toUpperCase(), column };
});

export const DATE_FORMAT: FieldType<DateFormat> = textField('a format of dates such as DD.MM.YYYY', parseDateFormat);

export const FLAG = type<boolean>('true or false', (value) => (typeof value === 'boolean' ? value : null));

/** The name of a column; in json and jsonl a pointer. */
export const COLUMN_NAME: FieldType<string> = {
  words: 'the name of a column, or in json and jsonl a pointer such as /customer/id',
  read(value, compile, format) {
    if (!isTree(format)) return TEXT.read(value, compile, format);
    if (typeof value === 'string' && parsePointer(value) !== null) return value;
    throw new Mistake(`expected a pointer such as /customer/id, found ${describeValue(value)}`);
  },
};

/** One name, or a list of names. */
export const COLUMN_NAMES = type<readonly string[]>('the name of a column, or a list of names', (value, compile, format) => {
  const names = typeof value === 'string' ? [COLUMN_NAME.read(value, compile, format)] : NAME_LIST.read(value, compile, format);
  const objection = oneWayObjection(names, format);
  if (objection !== null) throw new Mistake(objection);
  return names;
});

const NAME_LIST = listOf('a list of names', COLUMN_NAME);

/** The pointers of one assertion must divide the file into the same rows. */
export function oneWayObjection(names: readonly string[], format: Format | null): string | null {
  if (!isTree(format) || commonRowPath(names.flatMap((name) => parsePointer(name) ?? [])) !== null) return null;
  return `expected pointers that agree up to their last *, found ${names.map(shown).join(', ')}`;
}

/** A pointer to items, which are counted. */
export const ITEMS = textField('a pointer that ends with *, such as /items/*', (text) =>
  parsePointer(text)?.steps.at(-1) === null ? text : null,
);

export const CELL_TEXTS = listOf('a list of texts', CELL_TEXT);

export const COUNT = integer('a whole number from 0', 0, Number.MAX_SAFE_INTEGER);

export const KEY_COUNT = integer('a whole number from 0 to 1000000', 0, 1_000_000);

export const POSITIVE_COUNT = integer('a whole number from 1', 1, Number.MAX_SAFE_INTEGER);

export const LEVEL = integer('a level from 1 to 6', 1, 6);

export const NEARNESS = integer('a number of characters from 0 to 10000', 0, 10_000);

/** In quotes a number keeps more digits than YAML gives it. */
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

export const NUMBER: FieldType<Decimal> = type('a number', (value) => {
  if (typeof value === 'string') return PLAIN_NUMBER.test(value) ? parseDecimal(value) : null;
  return value === null || typeof value === 'boolean' || Array.isArray(value) || isJsonObject(value)
    ? null
    : parseDecimal(formatSpine(value));
});

/** The limit of a condition: a number, or a date or instant of ISO 8601. */
export type Bound =
  | { readonly kind: 'number'; readonly value: Decimal; readonly text: string }
  | { readonly kind: 'date'; readonly value: number; readonly text: string };

export const BOUND: FieldType<Bound> = type('a number, or a date such as 2025-12-31', (value, compile, format) => {
  if (typeof value !== 'string' || PLAIN_NUMBER.test(value)) {
    const number = NUMBER.read(value, compile, format);
    return { kind: 'number', value: number, text: formatDecimal(number) };
  }
  const date = ISO_DATES.read(value) ?? ISO_DATETIMES.read(value);
  return date === null ? null : { kind: 'date', value: date, text: value };
});

export const TOLERANCE: FieldType<Decimal> = bounded('a number from 0', NUMBER, '0', null);

export const PERCENT: FieldType<Decimal> = bounded('a percentage from 0 to 100', NUMBER, '0', '100');

export const COLUMN_TYPES = listOf<ValueType>(
  `a list of types, each one of ${VALUE_TYPES.join(', ')}`,
  textField(`one of ${VALUE_TYPES.join(', ')}`, (text) => VALUE_TYPES.find((known) => known === text) ?? null),
);

/** For each of some columns, a number of decimals. */
export const DECIMALS = type<Readonly<Record<string, number>>>('a mapping of columns to numbers of decimals from 0 to 15', (value) => {
  if (!isJsonObject(value)) return null;
  const isGood = Object.values(value).every((count) => typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= 15);
  return isGood ? (value as Readonly<Record<string, number>>) : null;
});

export const BOUND_NAME = textField('a name such as $sheet', (text) => (/^\$[A-Za-z_][A-Za-z0-9_]*$/.test(text) ? text : null));

function integer(words: string, least: number, most: number): FieldType<number> {
  return type(words, (value) => (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : null));
}

function bounded(words: string, base: FieldType<Decimal>, least: string, most: string | null): FieldType<Decimal> {
  const [low, high] = [parseDecimal(least), most === null ? null : parseDecimal(most)];
  return type(words, (value, compile, format) => {
    const number = base.read(value, compile, format);
    return (low !== null && !isAtMost(low, number)) || (high !== null && !isAtMost(number, high)) ? null : number;
  });
}

function listOf<T>(words: string, item: FieldType<T>): FieldType<readonly T[]> {
  return type(words, (value, compile, format) => {
    if (!Array.isArray(value) || value.length === 0) return null;
    if (value.length > MAX_ENTRIES) throw new Mistake(`expected at most ${MAX_ENTRIES} entries, found ${value.length}`);
    return (value as readonly JsonValue[]).map((entry, index) => {
      try {
        return item.read(entry, compile, format);
      } catch (error) {
        throw error instanceof Mistake ? new Mistake(error.message, [index, ...error.path]) : error;
      }
    });
  });
}

function compilePattern(text: string, compile: CompileRegex): Pattern {
  try {
    return { text, ...compile(text) };
  } catch (error) {
    throw new Mistake(`bad pattern: ${error instanceof Error ? error.message : String(error)}`);
  }
}
