/** Reads the `dialect` of a definition. Delimiter, quote and encoding are for csv; numbers, dates and the header row for every grid. */
import { isJsonObject, type JsonValue } from '#core/json/value';
import type { CsvEncoding, Format } from '#core/parsed';
import { type Dialect, USUAL_DIALECT } from '../dialect.ts';
import { GRID_FORMATS } from '../formats.ts';
import { describeValue } from './faults.ts';
import { DATE_FORMAT, oneOfTexts, POSITIVE_COUNT, textField } from './field-types.ts';
import { optional, type Reading, readFields } from './fields.ts';

const ENCODINGS: readonly CsvEncoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'latin-1'];

export const DELIMITER = textField('one character such as ";", or tab', (text) => {
  if (text === 'tab') return '\t';
  return /^[\t\x20-\x7e]$/.test(text) && !/["'A-Za-z0-9]/.test(text) ? text : null;
});
export const QUOTE = textField('one of ", \' or none', (text) => (text === 'none' ? '' : text === '"' || text === "'" ? text : null));
export const THOUSANDS = textField("one of , . ' space or none", (text) =>
  text === 'none' ? '' : text === 'space' ? ' ' : /^[,.' ]$/.test(text) ? text : null,
);

const FIELDS = {
  delimiter: optional(DELIMITER),
  quote: optional(QUOTE),
  encoding: optional(oneOfTexts(ENCODINGS)),
  decimal: optional(oneOfTexts(['.', ','] as const)),
  thousands: optional(THOUSANDS),
  header_row: optional(POSITIVE_COUNT),
  dates: optional(DATE_FORMAT),
};
const CSV_ONLY = ['delimiter', 'quote', 'encoding'] as const;

export function readDialect(value: JsonValue | undefined, format: Format | null, reading: Reading): Dialect {
  const { faults, path } = reading;
  if (value === undefined) return USUAL_DIALECT;
  if (format !== null && !GRID_FORMATS.includes(format)) {
    faults.add(path, `a dialect is for ${GRID_FORMATS.join(', ')}, and the format is ${format}`);
    return USUAL_DIALECT;
  }
  if (!isJsonObject(value)) {
    faults.add(path, `expected a mapping with ${Object.keys(FIELDS).join(', ')}, found ${describeValue(value)}`);
    return USUAL_DIALECT;
  }
  const fields = readFields(value, FIELDS, reading);
  if (fields === null) return USUAL_DIALECT;
  for (const key of CSV_ONLY)
    if (format !== 'csv' && fields[key] !== null) faults.add([...path, key], `${key} is for csv, and the format is ${format}`);
  const { delimiter, quote, encoding, header_row, dates } = fields;
  const decimal = fields.decimal ?? (fields.thousands === '.' ? ',' : '.');
  const thousands = fields.thousands ?? (decimal === '.' ? ',' : '.');
  if (decimal === thousands) faults.add(path, `expected two different signs, found ${describeValue(decimal)} for decimals and thousands`);
  const isRead = delimiter !== null || quote !== null || encoding !== null;
  return {
    reading: isRead ? { delimiter, quote: quote ?? '"', encoding } : null,
    signs: fields.decimal === null && fields.thousands === null ? USUAL_DIALECT.signs : { decimal, thousands },
    headerRow: header_row ?? USUAL_DIALECT.headerRow,
    dates: dates ?? USUAL_DIALECT.dates,
  };
}
