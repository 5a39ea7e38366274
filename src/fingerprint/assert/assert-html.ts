/** Assertions on the tables and page sections of HTML. */

import { counted } from '#core/count-text';
import type { Format, Table } from '#core/parsed';
import { COUNT, PATTERN, PATTERNS, POSITIVE_COUNT } from '../define/field-types.ts';
import { defaulting, optional, required } from '../define/fields.ts';
import { shown } from '../shown.ts';
import { tableWidth } from './assert-tables.ts';
import { type AssertionKind, assertion, judgeProse, missed, passed, unjudged } from './assertion.ts';
import { judgeCount, needsABound } from './count-bounds.ts';

const HTML: readonly Format[] = ['html'];

export const HTML_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'header_token_search',
    formats: HTML,
    doc: 'The header of the best table, of that page and index where they are given, is hit by from `min_matches` to `max_matches` of the tokens.',
    fields: {
      page: optional(COUNT),
      index: optional(COUNT),
      tokens: required(PATTERNS),
      min_matches: required(COUNT),
      max_matches: optional(COUNT),
    },
    objection: ({ min_matches, max_matches }) =>
      max_matches !== null && max_matches < min_matches ? 'expected min_matches to be at most max_matches' : null,
    begin: ({ page, index, tokens, min_matches, max_matches }, scope) =>
      judgeProse(scope, ({ tables }) => {
        const onPage = tables.filter((table) => page === null || table.page === page);
        const tried = index === null ? onPage : onPage.slice(index, index + 1);
        const hits = tried.map(({ header }) => tokens.filter((token) => header.some((cell) => token.test(cell))));
        const best = hits.reduce((most, hit, i) => (hit.length > (hits[most]?.length ?? -1) ? i : most), 0);
        const bounds = max_matches === null ? `at least ${min_matches}` : `${min_matches} to ${max_matches}`;
        const expected = `a table header hit by ${bounds} of ${counted(tokens.length, 'token')}`;
        const hit = hits[best];
        if (hit === undefined) return unjudged(expected, 'no such table');
        if (hit.length >= min_matches && (max_matches === null || hit.length <= max_matches))
          return passed(`${counted(hit.length, 'token')} hit`);
        const absent = tokens.filter((token) => !hit.includes(token)).map(({ text }) => text);
        return missed(expected, `${hit.length} in the best`, { line: (tried[best] as Table).startLine, absent });
      }),
  }),
  assertion({
    name: 'dominant_column_count',
    formats: HTML,
    doc: 'The commonest width of the tables on the first `sample_pages` pages is `count`, give or take `tolerance`; of two as common the smaller counts.',
    fields: { count: required(COUNT), tolerance: defaulting(COUNT, 0), sample_pages: defaulting(POSITIVE_COUNT, 4) },
    begin: ({ count, tolerance, sample_pages }, scope) =>
      judgeProse(scope, ({ tables }) => {
        const pages = new Set([...new Set(tables.map(({ page }) => page))].slice(0, sample_pages));
        const found = commonest(tables.filter(({ page }) => pages.has(page)).map(tableWidth));
        const expected = `tables of ${counted(count, 'column')}${tolerance === 0 ? '' : `, give or take ${tolerance}`}`;
        if (found === null) return unjudged(expected, 'no table');
        return Math.abs(found - count) <= tolerance
          ? passed(`most have ${counted(found, 'column')}`)
          : missed(expected, `most of ${found}`);
      }),
  }),
  assertion({
    name: 'full_width_row',
    formats: HTML,
    doc: 'Some row has at least `min_cells` filled cells, all with the same text, and that matches.',
    fields: { pattern: required(PATTERN), min_cells: required(POSITIVE_COUNT) },
    begin: ({ pattern, min_cells }, scope) =>
      judgeProse(scope, ({ tables }) => {
        const wide = tables.flatMap(({ header, rows }) => [header, ...rows].flatMap((row) => fullWidthText(row, min_cells)));
        const hit = wide.find((text) => pattern.test(text));
        const expected = `a row of at least ${counted(min_cells, 'cell')} with one text that matches ${shown(pattern.text)}`;
        if (hit !== undefined) return passed(`row ${shown(hit)}`);
        return missed(expected, wide.length === 0 ? 'no such row' : wide.slice(0, 5).map(shown).join(', '));
      }),
  }),
  assertion({
    name: 'page_section_count',
    formats: HTML,
    doc: 'There are from `min` to `max` sections that carry a page number; one of them may be absent.',
    fields: { min: optional(COUNT), max: optional(COUNT) },
    objection: needsABound,
    begin: (bounds, scope) => judgeProse(scope, ({ pageSections }) => judgeCount(pageSections ?? 0, 'page section', bounds)),
  }),
];

function commonest(widths: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const ranked = [...counts].sort(([a, timesA], [b, timesB]) => timesB - timesA || a - b);
  return ranked[0]?.[0] ?? null;
}

function fullWidthText(row: readonly string[], minCells: number): readonly string[] {
  const filled = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const [first] = filled;
  return first !== undefined && filled.length >= minCells && filled.every((cell) => cell === first) ? [first] : [];
}
