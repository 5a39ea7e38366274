import { expect, it } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { judged } from '../../../tests/fingerprint/samples.ts';

it.each<[JsonObject, string]>([
  [{ columns_present: { columns: ['Rate', 'Loan'] } }, '2 columns'],
  [
    { columns_present: { columns: ['Loan', 'Status', 'Opened', 'Matures', 'Balance', 'Rate', 'Paid', 'Amount'], exactly: true } },
    '8 columns',
  ],
  [{ column_cells: { column: 'Loan', pattern: '^L-[0-9]$' } }, '5 rows, every cell is text that matches "^L-[0-9]$"'],
  [{ column_cells: { column: ['Opened', 'Matures'], type: 'date', min: '2021-01-31' } }, '5 rows, every cell is a date from 2021-01-31'],
  [{ column_cells: { column: 'Opened', max: '2021-04-30' } }, '5 rows, every cell is a date to 2021-04-30'],
  [{ column_cells: { column: 'Balance', type: 'number', min: -3, max: 1200 } }, '5 rows, every cell is a number from -3 to 1200'],
  [{ column_cells: { column: 'Rate', min: 4.25, max: 5 } }, '5 rows, every cell is a number from 4.25 to 5'],
  [{ column_cells: { column: 'Paid', type: 'boolean' } }, '5 rows, every cell is true or false'],
  [{ column_cells: { column: 'Amount', type: 'currency', min: 1 } }, '5 rows, every cell is an amount with its currency from 1'],
  [
    { column_cells: { column: 'Status', one_of: ['current', 'closed', '60dpd,\nwatch list'] } },
    '5 rows, every cell is one of "current", "closed", "60dpd,\\nwatch list"',
  ],
  [{ column_unique: { columns: 'Loan' } }, '4 rows, all different'],
  [{ column_unique: { columns: ['Status', 'Loan'] } }, '4 rows, all different'],
  [{ column_order: { column: 'Opened', order: 'increasing', strictly: true } }, '5 rows, increasing'],
  [{ column_order: { column: 'Rate', order: 'decreasing' } }, '5 rows, decreasing'],
  [{ column_order: { column: 'Loan', order: 'increasing' } }, '5 rows, increasing'],
  [{ column_distinct: { column: 'Status', max: 3 } }, '3 different: "current", "60dpd,\\nwatch list", "closed"'],
  [{ column_sum: { column: 'Balance', equals: 1297.1 } }, '"Balance" adds up to 1297.1'],
  [{ column_sum: { column: 'Balance', equals: 1297, tolerance: 0.1 } }, '"Balance" adds up to 1297.1'],
  [{ column_sum: { column: 'Rate', equals_cell: 'F2', tolerance: 13.5 } }, '"Rate" adds up to 18.5'],
  [{ column_sum: { column: 'Rate', equals_column: 'Rate' } }, '"Rate" adds up to 18.5'],
  [{ column_currency: { columns: 'Amount' } }, 'every amount is in EUR'],
  [{ row_count: { min: 4, max: 4 } }, '4 rows'],
  [{ row_compare: { left: 'Matures', op: '>', right: 'Opened' } }, '"Matures" > "Opened" in 4 of 5 rows, in the others one is blank'],
  [
    { row_if: { if: { column: 'Status', one_of: ['closed'] }, must: { column: 'Balance', max: 0 } } },
    '1 of 5 rows concerned, all as wanted',
  ],
  [
    { row_if: { if: { column: 'Amount', blank: true }, must: { column: 'Status', pattern: '^closed$' } } },
    '2 of 5 rows concerned, all as wanted',
  ],
])('an assertion on columns passes: %j', (assertion, detail) => expect(judged(assertion)).toBe(`passed: ${detail}`));

it.each<[JsonObject, string]>([
  [
    { columns_present: { columns: ['Loan', 'Tenant'] } },
    'expected the columns "Tenant", found "Loan", "Status", "Opened", "Matures", "Balance", "Rate", "Paid", "Amount"',
  ],
  [
    { columns_present: { columns: ['Loan'], exactly: true } },
    'expected exactly the columns "Loan", found "Loan", "Status", "Opened", "Matures", "Balance", "Rate", "Paid", "Amount"',
  ],
  [
    { column_cells: { column: 'Loan', not_blank: true } },
    'expected every cell of "Loan" to be not blank, found 1 of 5 rows: a blank cell in line 6',
  ],
  [
    { column_cells: { column: 'Balance', type: 'number', min: 0 } },
    'expected every cell of "Balance" to be a number from 0, found 1 of 5 rows: "-3" in line 7',
  ],
  [
    { column_cells: { column: 'Status', type: 'integer' } },
    'expected every cell of "Status" to be an integer, found 4 of 5 rows: "current" in line 2, "60dpd,\\nwatch list" in line 3, "closed" in line 5, "current" in line 7',
  ],
  [
    { column_cells: { column: 'Rate', type: 'integer' } },
    'expected every cell of "Rate" to be an integer, found 3 of 5 rows: "4.75" in line 3, "4.5" in line 5, "4.25" in line 7',
  ],
  [
    { column_cells: { column: 'Status', one_of: ['current'] } },
    'expected every cell of "Status" to be one of "current", found 2 of 5 rows: "60dpd,\\nwatch list" in line 3, "closed" in line 5',
  ],
  [
    { column_cells: { column: 'Tenant', not_blank: true } },
    'expected a column "Tenant" in row 1, found "Loan", "Status", "Opened", "Matures", "Balance", "Rate", "Paid", "Amount"',
  ],
  [{ column_unique: { columns: 'Status' } }, 'expected no "Status" twice, found 1 of 5 rows: "current" in line 7'],
  [
    { column_order: { column: 'Balance', order: 'increasing' } },
    'expected "Balance" to be increasing, found 2 of 5 rows: "0" in line 5, "-3" in line 7',
  ],
  [
    { column_distinct: { column: 'Status', max: 2 } },
    'expected at most 2 different texts in "Status", found more: "current", "60dpd,\\nwatch list", "closed"',
  ],
  [{ column_sum: { column: 'Balance', equals: 1297 } }, 'expected "Balance" to add up to 1297, found 1297.1'],
  [
    { column_sum: { column: 'Status', equals: 0 } },
    'expected numbers in "Status", found 4 of 5 rows: "current" in line 2, "60dpd,\\nwatch list" in line 3, "closed" in line 5, "current" in line 7',
  ],
  [{ row_count: { min: 5 } }, 'expected at least 5 rows, found 4'],
  [
    { row_compare: { left: 'Rate', op: '<=', right: 'Balance' } },
    'expected "Rate" <= "Balance" in every row, found 2 of 5 rows: "4.5", "0" in line 5, "4.25", "-3" in line 7',
  ],
  [
    { row_if: { if: { column: 'Status', one_of: ['current'] }, must: { column: 'Balance', min: 0 } } },
    'expected "Balance" to be a number from 0 where "Status" is one of "current", found 1 of 2 rows: "-3" in line 7',
  ],
  [
    { row_if: { if: { column: 'Status', min: 1 }, must: { column: 'Rate', not_blank: true } } },
    'expected "Status" to be comparable, to tell where it is a number from 1, found 4 of 5 rows: "current" in line 2, "60dpd,\\nwatch list" in line 3, "closed" in line 5, "current" in line 7',
  ],
])('an assertion on columns fails, and names the lines: %j', (assertion, detail) => expect(judged(assertion)).toBe(`missed: ${detail}`));
