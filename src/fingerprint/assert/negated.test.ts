/** `beginNegated` passes only where the assertion was judged and failed: what cannot be compared or read fails either way. */
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/json/value';
import type { Format, Parsed } from '#core/parsed';
import { csv, define, outcomeOf, prose, tree } from '../../../tests/fingerprint/samples.ts';
import { ASSERTIONS } from './assertions.ts';

/** [matched, negation matched] */
function both(format: Format, parsed: () => Parsed, assertion: JsonObject): readonly boolean[] {
  return [assertion, { not: true, ...assertion }].map(
    (entry) => outcomeOf(define({ format, assertions: [entry] }), parsed(), { format }).matched,
  );
}

const TAPE = () =>
  csv(
    ['Loan', 'Opened', 'Ends', 'Balance', 'Paid', 'Note'],
    ['L-1', '2025-01-31', 'soon', '5', 'USD 1', ''],
    ['L-2', '2025-01-01', '7', 'n/a', 'EUR 1', ''],
  );
const PAGE = () =>
  prose({
    text: '# Rent\n\ntext\n',
    headings: [{ level: 1, text: 'Rent', line: 1 }],
    tables: [{ heading: 'Rent', startLine: 3, endLine: 5, header: ['Unit', 'Note'], rows: [['1', '']], page: null }],
  });
const ORDER: JsonValue = { id: 1, total: 'many', size: 'large', lines: [{ sum: 1 }, { sum: true }] };

describe('what cannot be judged fails, and so does its negation', () => {
  it.each<readonly [Format, () => Parsed, JsonObject]>([
    ['csv', TAPE, { row_compare: { left: 'Opened', op: '<', right: 'Ends' } }],
    ['csv', TAPE, { row_compare: { left: ['Balance', 'Loan'], op: '=', right: 'Ends' } }],
    ['csv', TAPE, { column_order: { column: 'Ends', order: 'increasing' } }],
    ['csv', TAPE, { column_cells: { column: 'Balance', min: 6 } }],
    ['csv', TAPE, { column_cells: { column: 'Ends', max: '2020-01-01' } }],
    ['csv', TAPE, { row_if: { if: { column: 'Loan', pattern: '2' }, must: { column: 'Balance', min: 6 } } }],
    ['csv', TAPE, { row_if: { if: { column: 'Balance', min: 6 }, must: { column: 'Loan', not_blank: true } } }],
    ['csv', TAPE, { row_if: { if: { column: 'Ends', max: '2020-01-01' }, must: { column: 'Note', not_blank: true } } }],
    ['csv', TAPE, { column_sum: { column: 'Balance', equals: 6 } }],
    ['csv', TAPE, { column_sum: { column: 'Paid', equals: 3 } }],
    ['csv', TAPE, { column_currency: { columns: 'Loan' } }],
    ['csv', TAPE, { column_unique: { columns: 'Note' } }],
    ['csv', TAPE, { sum_eq: { range: 'D2:D3', equals_cell: 'C3' } }],
    ['csv', TAPE, { sum_eq: { range: 'F2:F3', equals_cell: 'C3' } }],
    ['csv', TAPE, { sum_eq: { range: 'D2:D2', equals_cell: 'D3' } }],
    ['csv', TAPE, { sum_eq: { range: 'E2:E3', equals_cell: 'C3' } }],
    ['csv', TAPE, { within_tolerance: { cell: 'D3', min: 0 } }],
    ['csv', TAPE, { within_tolerance: { cell: 'Z99', min: 0 } }],
    ['csv', TAPE, { range_non_null: { range: 'A9:A' } }],
    ['csv', TAPE, { range_populated: { range: 'A9:A', min_pct: 50 } }],
    ['csv', TAPE, { sheet_min_rows: { sheet: 'other', min_rows: 1 } }],
    ['json', () => tree(ORDER), { row_sum: { column: '/lines/*/sum', equals: '/id' } }],
    ['json', () => tree(ORDER), { row_sum: { column: '/lines/*/sum', equals: '/total' } }],
    ['json', () => tree(ORDER), { column_cells: { column: '/size', min: 1 } }],
    ['json', () => tree(ORDER), { column_cells: { column: '/lines/1/sum', min: 1 } }],
    ['json', () => tree(ORDER), { column_cells: { column: '/id', max: '2020-01-01' } }],
    ['json', () => tree(ORDER), { row_compare: { left: '/id', op: '=', right: '/size' } }],
    ['json', () => tree(ORDER), { row_if: { if: { column: '/size', min: 1 }, must: { column: '/id', not_blank: true } } }],
    ['markdown', PAGE, { table_columns: { heading: 'Other', patterns: ['x'] } }],
    ['markdown', PAGE, { table_min_rows: { heading: 'Rent', index: 1, min_rows: 1 } }],
    ['markdown', PAGE, { table_shape: { heading: 'Rent', column_types: ['number', 'date'] } }],
    ['markdown', PAGE, { section_non_empty: { heading: 'Other' } }],
    ['markdown', PAGE, { section_min_lines: { heading: 'Other', min_lines: 1 } }],
    ['markdown', PAGE, { text_near: { anchor: 'Total', pattern: 'text', within_chars: 3 } }],
    ['html', () => prose(), { header_token_search: { tokens: ['a'], min_matches: 1 } }],
    ['html', () => prose(), { dominant_column_count: { count: 3 } }],
  ])('%s %#', (format, parsed, assertion) => {
    expect([assertion, ...both(format, parsed, assertion)]).toEqual([assertion, false, false]);
  });

  const scan = () => prose({ text: '\f', pageCount: 2, warnings: [{ code: 'W_NO_TEXT', message: 'No text on page 1' }] });
  const unclear = () => ({
    ...csv(['a'], ['x']),
    warnings: [{ code: 'W_AMBIGUOUS_DELIMITER' as const, message: 'The delimiter may be "," or ";"' }],
  });
  const semicolons = () => ({ ...csv(['a', 'b'], ['1,234', '5']), facts: { delimiter: ';' } });

  it.each<readonly [Format, () => Parsed, JsonObject]>([
    ['pdf', scan, { text_contains: 'DRAFT' }],
    ['pdf', scan, { text_regex: { pattern: 'DRAFT' } }],
    ['csv', unclear, { cell_eq: { cell: 'A2', value: 'y' } }],
    ['csv', unclear, { columns_present: { columns: ['b'] } }],
    ['csv', semicolons, { column_cells: { column: 'a', type: 'number' } }],
    ['csv', semicolons, { row_compare: { left: 'a', op: '<', right: 'b' } }],
  ])('of uncertain content: %s %#', (format, parsed, assertion) => {
    expect([assertion, ...both(format, parsed, assertion)]).toEqual([assertion, false, false]);
  });

  it('what does not depend on the text of a scan can be negated', () => {
    expect(both('pdf', scan, { page_count: { min: 3 } })).toEqual([false, true]);
    expect(both('pdf', scan, { filename_regex: { pattern: '^draft' } })).toEqual([false, true]);
    expect(both('pdf', scan, { metadata_regex: { key: 'title', pattern: 'Draft' } })).toEqual([false, true]);
  });
});

describe('what was judged and failed passes when it is negated', () => {
  it.each<readonly [Format, () => Parsed, JsonObject]>([
    ['csv', TAPE, { sheet_exists: 'other' }],
    ['csv', TAPE, { sheet_name_regex: { pattern: 'other' } }],
    ['csv', TAPE, { columns_present: { columns: ['Rate'] } }],
    ['csv', TAPE, { column_cells: { column: 'Balance', type: 'number' } }],
    ['csv', TAPE, { column_cells: { column: 'Note', not_blank: true } }],
    ['csv', TAPE, { column_order: { column: 'Opened', order: 'increasing' } }],
    ['csv', TAPE, { column_distinct: { column: 'Loan', max: 1 } }],
    ['csv', TAPE, { column_currency: { columns: 'Paid' } }],
    ['csv', TAPE, { row_count: { min: 3 } }],
    ['csv', TAPE, { row_compare: { left: 'Opened', op: '!=', right: 'Opened' } }],
    ['csv', TAPE, { column_cells: { column: 'Balance', pattern: '^[0-9]', min: 6 } }],
    ['csv', TAPE, { row_if: { if: { column: 'Balance', pattern: '^[0-9]', min: 5 }, must: { column: 'Note', not_blank: true } } }],
    ['csv', TAPE, { row_if: { if: { column: 'Balance', type: 'number', min: 5 }, must: { column: 'Note', not_blank: true } } }],
    ['csv', TAPE, { cell_eq: { cell: 'A2', value: 'L-2' } }],
    ['csv', TAPE, { within_tolerance: { cell: 'D2', min: 6 } }],
    ['csv', TAPE, { range_non_null: { range: 'A2:A9' } }],
    ['json', () => tree({ total: 3, lines: [{ sum: 1 }] }), { row_sum: { column: '/lines/*/sum', equals: '/total' } }],
    ['json', () => tree(ORDER), { column_cells: { column: '/id', min: 2 } }],
    ['json', () => tree(ORDER), { json_schema: { schema: { required: ['name'] } } }],
    ['markdown', PAGE, { table_exists: { heading: 'Other' } }],
    ['markdown', PAGE, { heading_exists: 'Other' }],
    ['markdown', PAGE, { table_min_rows: { heading: 'Rent', min_rows: 2 } }],
    ['markdown', PAGE, { text_near: { anchor: 'Rent', pattern: 'DRAFT', within_chars: 3 } }],
  ])('%s %#', (format, parsed, assertion) => {
    expect([assertion, ...both(format, parsed, assertion)]).toEqual([assertion, false, true]);
  });
});

it('only few assertions do not depend on what was read', () => {
  expect(ASSERTIONS.filter(({ isCertain }) => isCertain).map(({ name }) => name)).toEqual([
    'filename_regex',
    'page_count',
    'metadata_regex',
  ]);
});
