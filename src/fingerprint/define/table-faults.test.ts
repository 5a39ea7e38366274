import { expect, it } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { faultsOf, GOOD_DEFINITION } from '../../../tests/fingerprint/samples.ts';

it.each<[JsonObject, readonly string[]]>([
  [{ dialect: ';' }, ['dialect: expected a mapping with delimiter, quote, encoding, decimal, thousands, header_row, dates, found ";"']],
  [{ format: 'xlsx', dialect: { delimiter: ';', header_row: 2 } }, ['dialect.delimiter: delimiter is for csv, and the format is xlsx']],
  [
    {
      dialect: { delimiter: ';;', quote: 'x', encoding: 'ebcdic', decimal: ';', thousands: '_', header_row: 0, dates: 'DD.MM', sep: ';' },
    },
    [
      'dialect.sep: unknown key "sep": expected delimiter, quote, encoding, decimal, thousands, header_row, dates',
      'dialect.delimiter: expected one character such as ";", or tab, found ";;"',
      'dialect.quote: expected one of ", \' or none, found "x"',
      'dialect.encoding: expected one of utf-8 utf-16le utf-16be windows-1252 latin-1, found "ebcdic"',
      'dialect.decimal: expected one of . ,, found ";"',
      'dialect.thousands: expected one of , . \' space or none, found "_"',
      'dialect.header_row: expected a whole number from 1, found 0',
      'dialect.dates: expected a format of dates such as DD.MM.YYYY, found "DD.MM"',
    ],
  ],
  [{ dialect: { decimal: ',', thousands: ',' } }, ['dialect: expected two different signs, found "," for decimals and thousands']],
  [
    { assertions: [{ severity: 'bad', not: 1, row_count: { min: 1 } }] },
    ['assertions[0].severity: expected fail or warn, found "bad"', 'assertions[0].not: expected true or false, found 1'],
  ],
  [
    { assertions: [{ column_cells: { column: 'a' } }] },
    ['assertions[0].column_cells: expected a condition: type, min, max, one_of, pattern, not_blank or blank'],
  ],
  [
    { assertions: [{ column_cells: { column: [], type: 'money', min: 'x', max: [] } }] },
    [
      'assertions[0].column_cells.column: expected a list of names, found an empty list',
      'assertions[0].column_cells.type: expected one of string integer number percentage currency date datetime boolean, found "money"',
      'assertions[0].column_cells.min: expected a number, or a date such as 2025-12-31, found "x"',
      'assertions[0].column_cells.max: expected a number, found an empty list',
    ],
  ],
  [
    { assertions: [{ column_cells: { column: 'a', type: 'date', min: 5 } }] },
    ['assertions[0].column_cells: min and max of the type date are dates such as 2025-12-31'],
  ],
  [{ assertions: [{ column_cells: { column: 'a', min: 5, max: 4 } }] }, ['assertions[0].column_cells: expected min to be at most max']],
  [
    { assertions: [{ column_cells: { column: 'a', type: 'number', format: 'DD.MM.YYYY' } }] },
    ['assertions[0].column_cells: format is for the types date and datetime'],
  ],
  [
    { assertions: [{ column_sum: { column: 'a', equals: 1, equals_cell: 'A1' } }] },
    ['assertions[0].column_sum: expected one of equals, equals_cell and equals_column'],
  ],
  [
    { assertions: [{ row_if: { if: { column: 'a', one_off: ['x'] }, must: { column: 'b', not_blank: true, blank: true } } }] },
    [
      'assertions[0].row_if.if.one_off: unknown key "one_off": expected column, type, format, min, max, one_of, pattern, not_blank, blank',
      'assertions[0].row_if.must: expected not_blank or blank, found both',
    ],
  ],
  [
    { extract: [{ name: 'all', type: 'columns', columns: ['a'], rows: 'any', decimals: { a: 99 } }] },
    [
      'extract[0].rows: expected one of ordered unordered, found "any"',
      'extract[0].decimals: expected a mapping of columns to numbers of decimals from 0 to 15, found a mapping',
    ],
  ],
  [
    { extract: [{ name: 'all', type: 'columns', columns: 'a', decimals: { b: 2 } }] },
    ['extract[0]: expected decimals of the columns that are extracted, found "b"'],
  ],
])('readDefinition finds what is wrong with %j', (changed, faults) => expect(faultsOf({ ...GOOD_DEFINITION, ...changed })).toEqual(faults));

it('readDefinition refuses a dialect of a format that has none', () => {
  const value = { fingerprint_id: 'letter.v1', format: 'pdf', dialect: {}, assertions: [{ page_count: { min: 1 } }] };
  expect(faultsOf(value)).toEqual(['dialect: a dialect is for csv, xlsx, parquet, and the format is pdf']);
});
