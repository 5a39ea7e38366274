import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/json/value';
import type { Grid, Row } from '#core/parsed';
import { csv, define, judge, outcomeOf, workbook } from '../../tests/fingerprint/samples.ts';

const tape = (): Grid =>
  csv(
    ['Loan ID', 'Borrower', 'Balance', 'Paid'],
    ['L-1', 'Ada', '1,000.10', '2025-01-01'],
    [null, ' ', ''],
    ['L-2', 'Ben', '$ 2,000.20', null],
    ['Total', null, '3000.30'],
    [],
  );

const book = (): Grid =>
  workbook({
    Cover: [['Rent Roll']],
    'Units 2025': [
      ['Unit', 'Rent'],
      ['1A', '(5)'],
    ],
    Empty: [],
  });

describe('assertions on a csv', () => {
  it.each<[string, JsonObject]>([
    ['the name', { filename_regex: { pattern: '^sample\\.csv$' } }],
    ['the sheet by its format', { sheet_exists: 'CSV' }],
    ['the sheet as Sheet1', { sheet_exists: 'sheet1' }],
    ['the sheet by the stem of the file', { sheet_exists: 'Sample' }],
    ['the sheet by a pattern', { sheet_name_regex: { pattern: '^samp' } }],
    ['a cell', { cell_eq: { sheet: 'csv', cell: 'A1', value: 'Loan ID' } }],
    ['a cell without naming the sheet', { cell_eq: { cell: 'b2', value: 'Ada' } }],
    ['a cell by a pattern', { cell_regex: { sheet: 'csv', cell: 'A2', pattern: '^L-\\d$' } }],
    ['a filled range', { range_non_null: { sheet: 'csv', range: 'A1:D2' } }],
    ['a range filled enough', { range_populated: { sheet: 'csv', range: 'A1:D4', min_pct: 68.75 } }],
    ['an open range, of which the blank cells at its end count', { range_populated: { range: 'D1:D', min_pct: 40 } }],
    ['rows that are not blank', { sheet_min_rows: { sheet: 'csv', min_rows: 4 } }],
    ['a cell in a column', { column_search: { sheet: 'csv', column: 'A', row_range: '1:20', pattern: 'Total' } }],
    [
      'a header',
      {
        header_row_match: {
          sheet: 'csv',
          row_range: '1:3',
          min_match: 2,
          columns: [{ pattern: '(?i)loan id' }, { pattern: 'Balance' }, { pattern: 'Rate' }],
        },
      },
    ],
    ['an exact sum', { sum_eq: { range: 'C2:C4', equals_cell: 'C5' } }],
    ['a sum within its tolerance', { sum_eq: { range: 'C2:C2', equals_cell: 'C4', tolerance: 1000.1 } }],
    ['a number within its bounds', { within_tolerance: { cell: 'C5', min: 3000.3, max: 3000.3 } }],
    ['a number above its bound', { within_tolerance: { cell: 'C5', min: 3000 } }],
  ])('pass for %s', (_, assertion) => expect(judge('csv', tape(), assertion)).toBe(true));

  it.each<[string, JsonObject, string]>([
    ['the name', { filename_regex: { pattern: '^tape' } }, 'expected a file name that matches "^tape", found "sample.csv"'],
    ['a sheet', { sheet_exists: 'Tape' }, 'expected a sheet "Tape", found "sample", "csv", "Sheet1"'],
    [
      'a sheet by a pattern',
      { sheet_name_regex: { pattern: 'Tape' } },
      'expected a sheet whose name matches "Tape", found "sample", "csv", "Sheet1"',
    ],
    [
      'a sheet that a cell needs',
      { cell_eq: { sheet: 'Tape', cell: 'A1', value: 'x' } },
      'expected a sheet "Tape", found "sample", "csv", "Sheet1"',
    ],
    ['a cell', { cell_eq: { cell: 'A1', value: 'Loan' } }, 'expected "Loan" in A1, found "Loan ID"'],
    ['a cell beyond the end of its row', { cell_eq: { cell: 'Z1', value: 'x' } }, 'expected "x" in Z1, found a blank cell'],
    ['a cell beyond the last row', { cell_eq: { cell: 'A99', value: 'x' } }, 'expected "x" in A99, found a blank cell'],
    ['a blank cell, whatever the pattern', { cell_regex: { cell: 'B3', pattern: '' } }, 'expected text that matches "" in B3, found " "'],
    ['a range', { range_non_null: { range: 'A1:D4' } }, 'expected no blank cell in A1:D4, found 5 of 16'],
    ['a range beyond the end', { range_non_null: { range: 'A1:A9' } }, 'expected no blank cell in A1:A9, found 5 of 9'],
    ['an open range with nothing in it', { range_non_null: { range: 'H1:H' } }, 'expected no blank cell in H1:H, found 5 of 5'],
    ['blank cells at the end of an open range', { range_non_null: { range: 'D4:D' } }, 'expected no blank cell in D4:D, found 2 of 2'],
    ['an open range below the table', { range_non_null: { range: 'A9:A' } }, 'expected no blank cell in A9:A, found no rows'],
    [
      'a range not filled enough',
      { range_populated: { range: 'A1:D4', min_pct: 68.76 } },
      'expected at least 68.76% of A1:D4 filled, found 11 of 16 cells',
    ],
    ['rows', { sheet_min_rows: { min_rows: 5 } }, 'expected at least 5 non-blank rows, found 4'],
    [
      'a cell in a column',
      { column_search: { column: 'A', row_range: '1:4', pattern: 'Total' } },
      'expected a cell that matches "Total" in column A, rows 1:4, found none; the first is "Loan ID"',
    ],
    [
      'a cell in a blank column',
      { column_search: { column: 'Z', row_range: '1:4', pattern: '' } },
      'expected a cell that matches "" in column Z, rows 1:4, found only blank cells',
    ],
    [
      'a header',
      { header_row_match: { row_range: '1:5', min_match: 2, columns: [{ pattern: 'Loan' }, { pattern: 'Rate' }] } },
      'expected a row within 1:5 that matches at least 2 of 2 columns, found 1 in row 1',
    ],
    [
      'a header below its rows',
      { header_row_match: { row_range: '2:5', min_match: 1, columns: [{ pattern: 'Loan' }] } },
      'expected a row within 2:5 that matches at least 1 of 1 columns, found none that matches any',
    ],
    ['a sum', { sum_eq: { range: 'C2:C4', equals_cell: 'C2' } }, 'expected the sum of C2:C4 in C2, 3000.3, found 1000.1'],
    ['a sum of text', { sum_eq: { range: 'C1:C4', equals_cell: 'C5' } }, 'expected numbers in C1:C4, found "Balance"'],
    ['a sum of nothing', { sum_eq: { range: 'D4:D5', equals_cell: 'C3' } }, 'expected numbers in D4:D5, found none'],
    [
      'a sum that is not there',
      { sum_eq: { range: 'C2:C4', equals_cell: 'C9' } },
      'expected the sum of C2:C4 in C9, 3000.3, found a blank cell',
    ],
    ['a number', { within_tolerance: { cell: 'C5', min: 1, max: 3000 } }, 'expected a number from 1 to 3000 in C5, found "3000.30"'],
    ['text', { within_tolerance: { cell: 'A1', max: 3000 } }, 'expected a number to 3000 in A1, found "Loan ID"'],
  ])('miss %s with what was wanted and found', (_, assertion, reason) => expect(judge('csv', tape(), assertion)).toBe(reason));

  it('sum_eq adds exactly, in any order of magnitude', () => {
    const rows = [...Array.from({ length: 1000 }, () => ['0.1']), ['1e20'], ['-1e20'], ['100']];
    expect(judge('csv', csv(...rows), { sum_eq: { range: 'A1:A1002', equals_cell: 'A1003' } })).toBe(true);
  });

  it('sum_eq finds the cell of its total before, within and after the range', () => {
    const rows: readonly Row[] = [
      ['3', '3'],
      ['1', '1'],
      ['2', '1'],
      [null, '5'],
    ];
    expect(judge('csv', csv(...rows), { sum_eq: { range: 'A2:A3', equals_cell: 'A1' } })).toBe(true);
    expect(judge('csv', csv(...rows), { sum_eq: { range: 'B2:B3', equals_cell: 'A3' } })).toBe(true);
    expect(judge('csv', csv(...rows), { sum_eq: { range: 'B1:B3', equals_cell: 'B4' } })).toBe(true);
  });

  it('header_row_match uses each cell once, and finds a full matching if there is one', () => {
    const columns = [{ pattern: 'id' }, { pattern: 'loan id' }];
    const header = { header_row_match: { row_range: '1:1', min_match: 2, columns } };
    expect(judge('csv', csv(['loan id', 'name']), header)).toBe(
      'expected a row within 1:1 that matches at least 2 of 2 columns, found 1 in row 1',
    );
    expect(judge('csv', csv(['loan id', 'id no']), header)).toBe(true);
  });

  it('range_non_null counts a blank row of an open range only if a filled row follows', () => {
    const range_non_null = { range: 'A1:A' };
    expect(judge('csv', csv(['a'], ['b'], [], [null]), { range_non_null })).toBe(true);
    expect(judge('csv', csv(['a'], [], ['b']), { range_non_null })).toBe('expected no blank cell in A1:A, found 1 of 3');
  });
});

describe('details that an assertion on a csv reports', () => {
  const told = (assertion: JsonObject, ...rows: readonly Row[]) => {
    const [first] = outcomeOf(define({ assertions: [assertion] }), csv(...rows)).assertions;
    return first?.verdict;
  };

  it('range_non_null: the first blank cell, even after the last row', () => {
    expect(told({ range_non_null: { range: 'A1:B3' } }, ['1', '2'], ['3'])).toMatchObject({ near: { cell: 'B2' } });
    expect(told({ range_non_null: { range: 'A1:B3' } }, ['1', '2'], ['3', '4'])).toMatchObject({ near: { cell: 'A3' } });
  });

  it('sum_eq: the first cell that is not a number, and the difference', () => {
    expect(told({ sum_eq: { range: 'A1:A3', equals_cell: 'B1' } }, ['1'], ['x'], ['y'])).toMatchObject({
      found: '"x"',
      near: { cell: 'A2' },
    });
    expect(told({ sum_eq: { range: 'A1:A2', equals_cell: 'B1' } }, ['1', '3.5'], ['2'])).toMatchObject({ near: { difference: '0.5' } });
  });

  it('column_search: the first cell that matches', () => {
    expect(told({ column_search: { column: 'A', row_range: '1:3', pattern: '\\d' } }, ['x'], ['1'], ['2'])).toEqual({
      passed: true,
      detail: 'A2 is "1"',
    });
  });

  it('header_row_match: the nearest row, and which columns it lacks', () => {
    const columns = [{ pattern: 'a' }, { pattern: 'b' }, { pattern: 'c' }];
    expect(told({ header_row_match: { row_range: '1:9', min_match: 3, columns } }, ['a'], ['a', 'c'], ['b', 'c'])).toMatchObject({
      near: { row: 2, unmatched: ['b'] },
    });
  });
});

describe('assertions on an xlsx', () => {
  it('sheet_exists requires the exact name', () => {
    expect(judge('xlsx', book(), { sheet_exists: 'Cover' })).toBe(true);
    expect(judge('xlsx', book(), { sheet_exists: 'cover' })).toBe('expected a sheet "cover", found "Cover", "Units 2025", "Empty"');
    expect(judge('xlsx', book(), { sheet_exists: 'Sheet1' })).not.toBe(true);
  });

  it('cells are searched in their sheet, or in the first one if none is named', () => {
    expect(judge('xlsx', book(), { cell_eq: { cell: 'A1', value: 'Rent Roll' } })).toBe(true);
    expect(judge('xlsx', book(), { within_tolerance: { sheet: 'Units 2025', cell: 'B2', min: -5, max: -5 } })).toBe(true);
    expect(judge('xlsx', book(), { sheet_min_rows: { sheet: 'Empty', min_rows: 1 } })).toBe('expected at least 1 non-blank row, found 0');
  });

  it.each<[string, boolean]>([
    ['^Units', true],
    ['^Lots', false],
  ])('sheet_name_regex %s binds a name for what follows', (pattern, isFound) => {
    const definition = define({
      format: 'xlsx',
      assertions: [{ sheet_name_regex: { pattern, bind: '$units' } }, { cell_eq: { sheet: '$units', cell: 'A1', value: 'Unit' } }],
      extract: [{ name: 'units', type: 'range', sheet: '$units', range: 'A2:B' }],
    });
    const { assertions, extracted } = outcomeOf(definition, book(), { diagnose: true });
    expect(assertions.map(({ verdict }) => verdict.passed)).toEqual([isFound, isFound]);
    expect(extracted).toEqual(isFound ? { units: { range: 'A2:B', row_count: 1, rows: [['1A', '(5)']] } } : null);
  });
});
