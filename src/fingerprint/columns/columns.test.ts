import { expect, it } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { csv, define, judged, outcomeOf, readTape, TAPE, workbook } from '../../../tests/fingerprint/samples.ts';

it('column_cells names the first ten rows, and how many more there are', () => {
  const text = `id\n${Array.from({ length: 5000 }, (_, i) => `${i % 2 === 0 ? 'x' : i}\n`).join('')}`;
  const { assertions } = outcomeOf(define({ assertions: [{ column_cells: { column: 'id', type: 'integer' } }] }), readTape(text));
  expect(assertions[0]?.verdict).toMatchObject({
    passed: false,
    found: expect.stringMatching(/^2,500 of 5,000 rows: "x" in line 2, "x" in line 4, .* and 2,490 more$/),
    near: { count: 2500, lines: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20] },
  });
});

it('column_cells counts the lines of a long file with cells of several lines', () => {
  const text = `id,note\n${'1,"a\nb"\n'.repeat(60_000)}x,\n`;
  expect(judged({ column_cells: { column: 'id', type: 'integer' } }, text)).toContain('"x" in line 120002');
});

it('column_cells sees blank cells at the end of a column, and blank rows between others, also far away', () => {
  const text = `id,name\n1,a\n${'\n'.repeat(300_000)},b\n\n\n`;
  expect(judged({ column_cells: { column: 'id', not_blank: true } }, text)).toBe(
    'missed: expected every cell of "id" to be not blank, found 300,001 of 300,002 rows: a blank cell in line 3, a blank cell in line 4, a blank cell in line 5, a blank cell in line 6, a blank cell in line 7, a blank cell in line 8, a blank cell in line 9, a blank cell in line 10, a blank cell in line 11, a blank cell in line 12 and 299,991 more',
  );
});

it('assertions on columns read numbers and dates as the dialect states', () => {
  const text = 'Kredit;Saldo, EUR;Zins, %;Stichtag\nK-1;1.234,50;5,25;31.12.2025\nK-2;-7,00;4,75;01.01.2026\n';
  const german = { delimiter: ';', decimal: ',', thousands: '.', dates: 'DD.MM.YYYY' };
  expect(judged({ column_cells: { column: 'Saldo, EUR', type: 'number', min: -7, max: 1234.5 } }, text, german)).toMatch(/^passed/);
  expect(judged({ column_sum: { column: 'Saldo, EUR', equals: 1227.5 } }, text, german)).toMatch(/^passed/);
  expect(judged({ column_cells: { column: 'Stichtag', type: 'date', min: '2025-12-31', max: '2026-01-01' } }, text, german)).toMatch(
    /^passed/,
  );
  expect(judged({ column_order: { column: 'Stichtag', order: 'increasing', strictly: true } }, text, german)).toMatch(/^passed/);
  expect(judged({ column_cells: { column: 'Stichtag', type: 'date' } }, text)).toMatch(/^missed/);
  expect(judged({ within_tolerance: { cell: 'B2', min: 1234.5, max: 1234.5 } }, text, german)).toMatch(/^passed/);
  expect(judged({ sum_eq: { range: 'C2:C', equals_cell: 'C2', tolerance: 4.75 } }, text, german)).toMatch(/^passed/);
});

it('assertions on columns take the names from the stated header row', () => {
  const text = 'Tape,2025-12,,30\n\nid,,name,sum\n1,,a,10\n2,,b,20\n';
  expect(judged({ column_sum: { column: 'sum', equals_cell: 'D1' } }, text, { header_row: 3 })).toBe('passed: "sum" adds up to 30');
  expect(judged({ row_count: { max: 5 } }, text, { header_row: 9 })).toBe(
    'missed: expected the names of the columns in row 9, found fewer rows',
  );
  expect(judged({ column_cells: { column: 'id', type: 'integer' } }, 'id\n')).toBe('missed: expected rows below row 1, found none');
  expect(judged({ row_count: { max: 5 } }, 'id\n')).toBe('passed: 0 rows');
  expect(judged({ column_cells: { column: 'id', type: 'integer' } }, 'id,id\n1,2\n')).toBe(
    'missed: expected one column "id" in row 1, found several',
  );
});

it('sums of two currencies fail', () => {
  const text = 'a,b\nEUR 100,1\nUSD 100,1\n$100,1\nGBP 300,1\n';
  expect(judged({ sum_eq: { range: 'A2:A4', equals_cell: 'A5' } }, text)).toBe(
    'missed: expected one currency in A2:A4 and A5, found $ and EUR and GBP and USD',
  );
  expect(judged({ column_sum: { column: 'a', equals: 600 } }, text)).toBe(
    'missed: expected one currency in "a", found $ and EUR and GBP and USD',
  );
  expect(judged({ column_currency: { columns: ['a', 'b'] } }, text)).toContain(
    'one currency in "a", "b", EUR, found 3 of 4 rows: "USD 100" in line 3',
  );
  expect(judged({ column_currency: { columns: 'b' } }, text)).toBe('missed: expected one currency in "b", found none');
});

it.each<[string, string, string, JsonObject, boolean]>([
  ['0.1', '0.2', '0.3', {}, true],
  ['0.1', '0.2', '0.30001', {}, false],
  ['0.1', '0.2', '0.31', { tolerance: 0.01 }, true],
  ['0.1', '0.2', '0.311', { tolerance: 0.01 }, false],
  ['100000000000000.1', '0.2', '100000000000000.3', {}, true],
  ['1e20', '1', '100000000000000000001', {}, true],
  ['1e20', '1', '100000000000000000002', {}, false],
  ['x', '1', '1', {}, false],
])('row_compare adds the columns of a list: %s + %s = %s', (a, b, c, more, isEqual) => {
  const verdict = judged({ row_compare: { left: ['a', 'b'], op: '=', right: 'c', ...more } }, `a,b,c\n${a},${b},${c}\n`);
  expect(verdict.startsWith('passed')).toBe(isEqual);
});

it.each<[string, string, readonly string[]]>([
  ['1', '2', ['!=', '<', '<=']],
  ['2', '2.0', ['=', '<=', '>=']],
  ['2025-12-31', '2025-12-30', ['!=', '>', '>=']],
  ['2025-12-31', '2025-12-31T00:00:01', ['!=', '<', '<=']],
  ['abc', 'abd', ['!=', '<', '<=']],
  ['1', '2025-12-31', []],
  ['1', 'x', []],
  ['€ 5', '4.99', ['!=', '>', '>=']],
])('row_compare of %s and %s satisfies %j', (a, b, satisfied) => {
  const text = `a;b\n${a};${b}\n`;
  const found = ['=', '!=', '<', '<=', '>', '>='].filter((op) =>
    judged({ row_compare: { left: 'a', op, right: 'b' } }, text).startsWith('passed'),
  );
  expect(found).toEqual(satisfied);
});

it('assertions on columns judge the same of any grid', () => {
  const rows = [['id', 'sum'], ['1', '10'], [], ['2', 'é'], [null, null]];
  const assertion = { column_cells: { column: ['id', 'sum'], type: 'number', not_blank: true } };
  const wanted =
    'expected every cell of "id", "sum" to be a number and not blank, found 3 of 6 cells: a blank cell in line 3, a blank cell in line 3, "é" in line 4';
  const grids = [readTape('id,sum\n1,10\n\n2,é\n,\n'), csv(...rows)];
  for (const grid of grids) expect(outcomeOf(define({ assertions: [assertion] }), grid).reason).toBe(wanted);
  expect(
    outcomeOf(
      define({ format: 'xlsx', assertions: [{ column_cells: { sheet: 'B', ...assertion.column_cells } }] }),
      workbook({ A: [['x']], B: rows }),
    ).reason,
  ).toBe(wanted);
});

it('not: true passes if the assertion fails, and fails if it could not be judged', () => {
  const negated = (assertion: JsonObject): string => judged({ not: true, ...assertion });
  expect(negated({ column_cells: { column: 'Status', one_of: ['current'] } })).toMatch(/^passed: not every cell of "Status"/);
  expect(negated({ column_unique: { columns: 'Loan' } })).toBe('missed: expected the assertion not to hold, found 4 rows, all different');
  expect(negated({ column_unique: { columns: 'Tenant' } })).toMatch(/^missed: expected a column "Tenant"/);
  expect(negated({ cell_eq: { sheet: 'Other', cell: 'A1', value: 'x' } })).toMatch(/^missed: expected a sheet "Other"/);
  expect(negated({ cell_regex: { cell: 'A1', pattern: 'DRAFT' } })).toBe('passed: not text that matches "DRAFT" in A1: "Loan"');
});

it('severity: warn records a failure that does not prevent the match', () => {
  const assertions = [{ severity: 'warn', name: 'paid', column_cells: { column: 'Paid', not_blank: true } }, { row_count: { min: 1 } }];
  const { matched, reason, assertions: found } = outcomeOf(define({ assertions }), readTape(TAPE));
  expect([matched, reason]).toEqual([true, null]);
  expect(found.map(({ name, severity, verdict }) => [name, severity, verdict.passed])).toEqual([
    ['paid', 'warn', false],
    ['row_count', 'fail', true],
  ]);
});
