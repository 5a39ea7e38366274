/**
 * Extracts values from a file that matched: where each was found, and what it says. The content hash covers only what it says.
 *
 *     range       sheet, range                     { range, row_count, rows }
 *     columns     sheet, columns, rows, decimals   { columns, row_count, rows }
 *     section     anchor_heading                   { heading, start_line, end_line, lines }
 *     table       anchor_heading, index            { columns, start_line, end_line, row_count, rows }
 *     text_match  anchor, pattern, within_chars    { line, char_offset, matched }
 *
 * Values that are not found are left out. If there are more rows or lines than the limit (`bounded-rows.ts`), their hash is written instead.
 */
import type { JsonObject, JsonValue } from '#core/json/value';
import type { Format, Prose } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import { findSection, STRUCTURED } from '../assert/assert-headings.ts';
import { findTable } from '../assert/assert-tables.ts';
import { TEXTUAL } from '../assert/assert-text.ts';
import { type Feed, proseOf, type Scope, type ValueFeed } from '../assert/assertion.ts';
import { countCharacters, nearestPair } from '../assert/near.ts';
import { watchRange } from '../assert/range-cells.ts';
import { findSheet } from '../assert/sheets.ts';
import { usedCells } from '../builtin/grid-content.ts';
import { contentLines } from '../builtin/prose-content.ts';
import { GRID_FORMATS, TABLE_FORMATS } from '../formats.ts';
import { shown } from '../shown.ts';
import { BoundedRows, wellFormed } from './bounded-rows.ts';
import { extractColumns } from './extract-columns.ts';
import { COLUMN_NAMES, COUNT, DECIMALS, NEARNESS, oneOfTexts, PATTERN, RANGE, TEXT } from './field-types.ts';
import { defaulting, type Fields, only, optional, required, type Values } from './fields.ts';

export interface Extracted {
  readonly shown: JsonObject;
  /** Null if there are more of them than can be compared: then there is no content hash. */
  readonly values: JsonValue | null;
}

export interface Extraction {
  readonly feed?: Feed | ValueFeed;
  /** Called once, after the last row. */
  result(): Extracted | null;
}

export interface ExtractKind {
  readonly type: string;
  readonly formats: readonly Format[];
  readonly doc: string;
  readonly fields: Fields;
  /** Returns an error in the combination of fields that are valid one by one, or null. */
  objection(values: Readonly<Record<string, unknown>>, format: Format): string | null;
  begin(values: Readonly<Record<string, unknown>>, scope: Scope, newHasher: NewHasher): Extraction;
}

function extractKind<F extends Fields>(row: {
  readonly type: string;
  readonly formats: readonly Format[];
  readonly doc: string;
  readonly fields: F;
  readonly objection?: (values: Values<F>, format: Format) => string | null;
  readonly begin: (values: Values<F>, scope: Scope, newHasher: NewHasher) => Extraction;
}): ExtractKind {
  return {
    ...row,
    objection: (values, format) => row.objection?.(values as Values<F>, format) ?? null,
    begin: (values, scope, newHasher) => row.begin(values as Values<F>, scope, newHasher),
  };
}

export const EXTRACTS: readonly ExtractKind[] = [
  extractKind({
    type: 'range',
    formats: GRID_FORMATS,
    doc: 'The cells of a range, up to the last row of the table.',
    fields: { sheet: optional(TEXT), range: required(RANGE) },
    begin({ sheet, range }, scope, newHasher) {
      const name = findSheet(scope, sheet);
      if (name === undefined) return { result: () => null };
      const rows = new BoundedRows(newHasher);
      let isBlankSoFar = true;
      const watched = watchRange(range, (_, cells) => {
        if (usedCells(cells) > 0) isBlankSoFar = false;
        rows.add(cells.slice(0, usedCells(cells)).map((cell) => (cell === '' ? null : cell)));
      });
      return {
        feed: { sheet: name, from: watched.from, to: watched.to, row: watched.row },
        result() {
          if (isBlankSoFar) return null;
          const values = rows.result('rows');
          return { shown: { range: range.text, row_count: rows.count, ...values }, values };
        },
      };
    },
  }),
  extractKind({
    type: 'columns',
    formats: TABLE_FORMATS,
    doc: 'The named columns, row by row below the header; with `rows: unordered` whatever the order of the rows is. Numbers are rounded to `decimals`.',
    fields: {
      sheet: only(GRID_FORMATS, optional(TEXT)),
      columns: required(COLUMN_NAMES),
      rows: defaulting(oneOfTexts(['ordered', 'unordered'] as const), 'ordered'),
      decimals: defaulting(DECIMALS, {}),
    },
    objection({ columns, decimals }) {
      const stray = Object.keys(decimals).find((name) => !columns.includes(name));
      return stray === undefined ? null : `expected decimals of the columns that are extracted, found ${shown(stray)}`;
    },
    begin: extractColumns,
  }),
  extractKind({
    type: 'section',
    formats: STRUCTURED,
    doc: 'The lines of the first section whose heading matches; blank lines in a row are one, and none is first or last.',
    fields: { anchor_heading: required(PATTERN) },
    begin: ({ anchor_heading }, scope, newHasher) =>
      fromProse(scope, (prose) => {
        const section = findSection(prose, anchor_heading);
        if (section === undefined) return null;
        const lines = new BoundedRows(newHasher);
        for (const line of contentLines(section.lines.join('\n'))) lines.add([line]);
        const values = { heading: wellFormed(section.heading), ...lines.result('lines', ([line]) => line ?? '') };
        return { shown: { ...values, start_line: section.startLine, end_line: section.endLine }, values };
      }),
  }),
  extractKind({
    type: 'table',
    formats: STRUCTURED,
    doc: 'The header and the rows of the table, counted from 0, below a heading that matches.',
    fields: { anchor_heading: required(PATTERN), index: defaulting(COUNT, 0) },
    begin: ({ anchor_heading, index }, scope, newHasher) =>
      fromProse(scope, (prose) => {
        const table = findTable(prose, { heading: anchor_heading, index });
        if (table === undefined) return null;
        const rows = new BoundedRows(newHasher);
        for (const row of table.rows) rows.add(row);
        const values = { columns: table.header.map(wellFormed), ...rows.result('rows') };
        return { shown: { ...values, start_line: table.startLine, end_line: table.endLine, row_count: rows.count }, values };
      }),
  }),
  extractKind({
    type: 'text_match',
    formats: TEXTUAL,
    doc: 'The first match of the pattern that has the anchor near it.',
    fields: { anchor: required(PATTERN), pattern: required(PATTERN), within_chars: required(NEARNESS) },
    begin: ({ anchor, pattern, within_chars }, scope) =>
      fromProse(scope, ({ text }) => {
        const pair = nearestPair(text, { anchor, pattern, within: within_chars });
        if (pair === null || pair.gap > within_chars) return null;
        const { start, end } = pair.match;
        const matched = wellFormed(text.slice(start, end));
        return { shown: { line: lineAt(text, start), char_offset: countCharacters(text, 0, start), matched }, values: { matched } };
      }),
  }),
];

function fromProse(scope: Scope, extract: (prose: Prose) => Extracted | null): Extraction {
  const prose = proseOf(scope);
  return { result: () => extract(prose) };
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
