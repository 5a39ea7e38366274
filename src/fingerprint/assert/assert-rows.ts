/** Assertions that search for a row or a cell in a span of rows. */

import { COLUMN, COLUMN_PATTERNS, PATTERN, POSITIVE_COUNT, ROWS, TEXT } from '../define/field-types.ts';
import { optional, required } from '../define/fields.ts';
import { GRID_FORMATS } from '../formats.ts';
import { shown } from '../shown.ts';
import { type AssertionKind, assertion, missed, passed } from './assertion.ts';
import { cellName, isBlank } from './cells.ts';
import { matchItems } from './match-items.ts';
import { watchSheet } from './sheets.ts';

export const ROW_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'column_search',
    formats: GRID_FORMATS,
    doc: 'Some cell of the column, within the rows, matches.',
    fields: { sheet: optional(TEXT), column: required(COLUMN), row_range: required(ROWS), pattern: required(PATTERN) },
    begin({ sheet, column, row_range, pattern }, scope) {
      let hit: string | null = null;
      let first: { readonly cell: string; readonly text: string } | null = null;
      return watchSheet(scope, sheet, {
        from: row_range.from,
        to: row_range.to,
        row(number, cells) {
          const cell = cells[column.column] ?? null;
          if (hit !== null || cell === null || isBlank(cell)) return;
          const name = cellName(column.column, number);
          if (pattern.test(cell)) hit = `${name} is ${shown(cell)}`;
          else first ??= { cell: name, text: shown(cell) };
        },
        verdict() {
          if (hit !== null) return passed(hit);
          const expected = `a cell that matches ${shown(pattern.text)} in column ${column.text}, rows ${row_range.text}`;
          return first === null
            ? missed(expected, 'only blank cells')
            : missed(expected, `none; the first is ${first.text}`, { cell: first.cell });
        },
      });
    },
  }),
  assertion({
    name: 'header_row_match',
    formats: GRID_FORMATS,
    doc: 'Some row, within the rows, matches at least `min_match` of the columns, each with a cell of its own.',
    fields: { sheet: optional(TEXT), row_range: required(ROWS), min_match: required(POSITIVE_COUNT), columns: required(COLUMN_PATTERNS) },
    objection: ({ min_match, columns }) =>
      min_match > columns.length ? `expected min_match to be at most the number of columns, ${columns.length}` : null,
    begin({ sheet, row_range, min_match, columns }, scope) {
      let best: { readonly row: number; readonly count: number; readonly unmatched: readonly string[] } | null = null;
      return watchSheet(scope, sheet, {
        from: row_range.from,
        to: row_range.to,
        row(number, cells) {
          if (best !== null && best.count >= min_match) return;
          const filled = cells.filter((cell): cell is string => !isBlank(cell));
          const paired = matchItems(columns, filled, (pattern, cell) => pattern.test(cell));
          const count = paired.filter((isPaired) => isPaired).length;
          if (count <= (best?.count ?? 0)) return;
          best = { row: number, count, unmatched: columns.filter((_, i) => paired[i] === false).map(({ text }) => text) };
        },
        verdict() {
          if (best !== null && best.count >= min_match) return passed(`row ${best.row} matches ${best.count} of ${columns.length} columns`);
          const expected = `a row within ${row_range.text} that matches at least ${min_match} of ${columns.length} columns`;
          if (best === null) return missed(expected, 'none that matches any');
          return missed(expected, `${best.count} in row ${best.row}`, { row: best.row, unmatched: best.unmatched });
        },
      });
    },
  }),
];
