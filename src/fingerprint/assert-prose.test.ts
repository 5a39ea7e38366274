import { describe, expect, it } from 'vitest';
import { readMarkdown } from '#codecs/prose/markdown';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import type { Table } from '#core/parsed';
import { define, judge, outcomeOf, prose } from '../../tests/fingerprint/samples.ts';

const table = (parts: Partial<Table>): Table => ({ heading: null, startLine: 1, endLine: 2, header: [], rows: [], page: null, ...parts });

const report = prose({
  text: '# Rent Roll\n\nTotal rent:   $1,200\n\n## Notes\n\nGrüße 🎉 end\n',
  headings: [
    { level: 1, text: 'Rent Roll', line: 1 },
    { level: 2, text: 'Notes', line: 6 },
  ],
  sections: [
    { heading: 'Rent Roll', level: 1, startLine: 1, endLine: 5, lines: ['', 'a', ' ', 'b'] },
    { heading: 'Notes', level: 2, startLine: 6, endLine: 8, lines: ['', ' '] },
  ],
  tables: [
    table({
      heading: 'Rent Roll',
      header: ['Unit', 'Rent', 'Share', 'From'],
      rows: [
        ['1A', '$5', '4%', '2025-01-01'],
        ['2B', '6', 'n/a', '1/2/2025'],
        ['3C', '7', '5 %', ''],
      ],
    }),
    table({ heading: 'Notes', startLine: 9, header: ['x'], rows: [] }),
    table({ heading: 'Rent Roll (2)', startLine: 20, header: ['y', 'z'], rows: [['1', '2']] }),
  ],
});

describe('assertions on markdown', () => {
  it.each<[JsonObject]>([
    [{ heading_exists: 'Rent Roll' }],
    [{ heading_regex: { pattern: '(?i)rent' } }],
    [{ heading_level: { level: 2, pattern: 'Notes' } }],
    [{ text_contains: 'Total rent' }],
    [{ text_regex: { pattern: '\\$[\\d,]+' } }],
    [{ text_near: { anchor: 'Total rent:', pattern: '\\$[\\d,]+', within_chars: 0 } }],
    [{ text_near: { anchor: '1,200', pattern: 'Total', within_chars: 10 } }],
    [{ text_near: { anchor: 'Grüße', pattern: 'end', within_chars: 3 } }],
    [{ section_non_empty: { heading: '^Rent' } }],
    [{ section_min_lines: { heading: '^Rent', min_lines: 2 } }],
    [{ table_exists: { heading: 'Rent' } }],
    [{ table_exists: { heading: 'Rent', index: 1 } }],
    [{ table_columns: { heading: 'Rent', patterns: ['Unit', '(?i)rent'] } }],
    [{ table_columns: { heading: 'Rent', index: 1, patterns: ['y', 'z'] } }],
    [{ table_shape: { heading: 'Rent', min_columns: 4, column_types: ['string', 'number', 'percentage', 'date'] } }],
    [{ table_shape: { heading: 'Rent', column_types: ['string', 'currency'] } }],
    [{ table_min_rows: { heading: 'Rent', min_rows: 3 } }],
  ])('%j passes', (assertion) => expect(judge('markdown', report, assertion)).toBe(true));

  it.each<[JsonObject, string]>([
    [{ heading_exists: 'rent roll' }, 'expected a heading "rent roll", found "Rent Roll", "Notes"'],
    [{ heading_regex: { pattern: 'Lease' } }, 'expected a heading that matches "Lease", found "Rent Roll", "Notes"'],
    [{ heading_level: { level: 1, pattern: 'Notes' } }, 'expected a heading of level 1 that matches "Notes", found "Notes" of level 2'],
    [{ text_contains: 'total rent' }, 'expected the text "total rent", found none'],
    [{ text_regex: { pattern: '€' } }, 'expected text that matches "€", found none'],
    [
      { text_near: { anchor: 'Grüße', pattern: 'end', within_chars: 2 } },
      'expected "end" within 2 characters of "Grüße", found "end", 3 characters away',
    ],
    [
      { text_near: { anchor: 'Lease', pattern: 'end', within_chars: 2 } },
      'expected "end" within 2 characters of "Lease", found no match of the anchor',
    ],
    [
      { text_near: { anchor: 'end', pattern: 'Lease', within_chars: 2 } },
      'expected "Lease" within 2 characters of "end", found no match of the pattern',
    ],
    [{ section_non_empty: { heading: 'Notes' } }, 'expected text in section "Notes", found none'],
    [{ section_non_empty: { heading: 'Lease' } }, 'expected a section whose heading matches "Lease", found "Rent Roll", "Notes"'],
    [{ section_min_lines: { heading: 'Rent', min_lines: 3 } }, 'expected at least 3 lines in section "Rent Roll", found 2'],
    [{ table_exists: { heading: 'Rent', index: 2 } }, 'expected table 2 below a heading that matches "Rent", found 2 tables'],
    [
      { table_exists: { heading: 'Lease' } },
      'expected table 0 below a heading that matches "Lease", found none there, and 3 tables in all',
    ],
    [{ table_columns: { heading: 'Rent', patterns: ['Unit', 'Share'] } }, 'expected column 2 to match "Share", found "Rent"'],
    [{ table_columns: { heading: 'Notes', patterns: ['x', 'y'] } }, 'expected column 2 to match "y", found 1 column'],
    [{ table_shape: { heading: 'Rent', min_columns: 5 } }, 'expected at least 5 columns, found 4'],
    [
      { table_shape: { heading: 'Rent', column_types: ['number'] } },
      'expected most cells of column 1 to be of type number, found 0 of 3; "1A" is a string',
    ],
    [
      { table_shape: { heading: 'Notes', column_types: ['string'] } },
      'expected most cells of column 1 to be of type string, found no filled cell',
    ],
    [{ table_min_rows: { heading: 'Rent', min_rows: 4 } }, 'expected at least 4 rows, found 3'],
  ])('%j misses', (assertion, reason) => expect(judge('markdown', report, assertion)).toBe(reason));
});

const page = prose({
  pageSections: 3,
  tables: [
    table({ page: 1, header: ['Unit', 'Rent'], rows: [['1', '2']] }),
    table({
      page: 1,
      startLine: 8,
      header: ['Unit', 'Rent', 'Tenant'],
      rows: [
        ['Building A', 'Building A', 'Building A'],
        ['1', '', '1'],
      ],
    }),
    table({ page: 2, startLine: 15, header: ['Unit', 'Rent', 'From'], rows: [] }),
    table({ page: 9, header: ['a', 'b'], rows: [] }),
    table({ page: 10, header: ['a', 'b'], rows: [] }),
  ],
});

describe('assertions on html', () => {
  it.each<[JsonObject]>([
    [{ header_token_search: { tokens: ['Unit', 'Tenant'], min_matches: 2 } }],
    [{ header_token_search: { page: 2, tokens: ['Unit', 'Tenant', 'From'], min_matches: 2, max_matches: 2 } }],
    [{ header_token_search: { page: 1, index: 1, tokens: ['Tenant'], min_matches: 1 } }],
    [{ header_token_search: { tokens: ['none'], min_matches: 0 } }],
    [{ dominant_column_count: { count: 2 } }],
    [{ dominant_column_count: { count: 3, sample_pages: 2 } }],
    [{ dominant_column_count: { count: 4, tolerance: 1, sample_pages: 2 } }],
    [{ full_width_row: { pattern: '^Building', min_cells: 3 } }],
    [{ page_section_count: { min: 3, max: 3 } }],
    [{ page_section_count: { max: 4 } }],
  ])('%j passes', (assertion) => expect(judge('html', page, assertion)).toBe(true));

  it.each<[JsonObject, string]>([
    [
      { header_token_search: { tokens: ['Unit', 'Lease'], min_matches: 2 } },
      'expected a table header hit by at least 2 of 2 tokens, found 1 in the best',
    ],
    [
      { header_token_search: { tokens: ['Unit', 'Rent'], min_matches: 0, max_matches: 1 } },
      'expected a table header hit by 0 to 1 of 2 tokens, found 2 in the best',
    ],
    [
      { header_token_search: { page: 7, tokens: ['Unit'], min_matches: 0 } },
      'expected a table header hit by at least 0 of 1 token, found no such table',
    ],
    [
      { header_token_search: { page: 1, index: 0, tokens: ['Tenant'], min_matches: 1 } },
      'expected a table header hit by at least 1 of 1 token, found 0 in the best',
    ],
    [{ dominant_column_count: { count: 3 } }, 'expected tables of 3 columns, found most of 2'],
    [
      { dominant_column_count: { count: 5, tolerance: 1, sample_pages: 2 } },
      'expected tables of 5 columns, give or take 1, found most of 3',
    ],
    [
      { full_width_row: { pattern: '^Building', min_cells: 4 } },
      'expected a row of at least 4 cells with one text that matches "^Building", found no such row',
    ],
    [
      { full_width_row: { pattern: '^House', min_cells: 2 } },
      'expected a row of at least 2 cells with one text that matches "^House", found "Building A", "1"',
    ],
    [{ page_section_count: { min: 4 } }, 'expected at least 4 page sections, found 3'],
  ])('%j misses', (assertion, reason) => expect(judge('html', page, assertion)).toBe(reason));

  it('header_token_search reports the first of the best tables, and its missing tokens', () => {
    const definition = define({
      format: 'html',
      assertions: [{ header_token_search: { tokens: ['Unit', 'Rent', 'Lease'], min_matches: 3 } }],
    });
    expect(outcomeOf(definition, page).assertions[0]?.verdict).toMatchObject({ near: { line: 1, absent: ['Lease'] } });
  });

  it('dominant_column_count chooses the smaller of two equally common widths', () => {
    const two = prose({ tables: [table({ page: 1, header: ['a', 'b', 'c'] }), table({ page: 1, header: ['a', 'b'] })] });
    expect(judge('html', two, { dominant_column_count: { count: 2 } })).toBe(true);
  });

  it('dominant_column_count fails if there is no table', () =>
    expect(judge('html', prose(), { dominant_column_count: { count: 0 } })).toBe('expected tables of 0 columns, found no table'));
});

describe('assertions on pdf', () => {
  const paper = prose({ pageCount: 12, metadata: { Title: 'Rent Roll 2025', producer: 'x' } });

  it.each<[JsonObject, true | string]>([
    [{ page_count: { min: 12, max: 12 } }, true],
    [{ page_count: { max: 11 } }, 'expected at most 11 pages, found 12'],
    [{ page_count: { min: 13, max: 14 } }, 'expected 13 to 14 pages, found 12'],
    [{ metadata_regex: { key: 'title', pattern: '2025$' } }, true],
    [{ metadata_regex: { key: 'Producer', pattern: 'x' } }, true],
    [{ metadata_regex: { key: 'Title', pattern: '2024$' } }, 'expected Title that matches "2024$", found "Rent Roll 2025"'],
    [{ metadata_regex: { key: 'Author', pattern: '' } }, 'expected Author that matches "", found no Author'],
  ])('%j says %j', (assertion, expected) => expect(judge('pdf', paper, assertion)).toBe(expected));
});

it.each([
  ['empty subheadings', '# A\n\n## B\n\n## C\n\n### D\n'],
  ['a comment, a rule and an empty block of code', '# A\n\n<!-- to\ndo -->\n\n---\n\n```\n```\n'],
])('section_non_empty and section_min_lines find no text in %s', (_, text) => {
  const read = readMarkdown(memorySource(encodeUtf8(text)), 1 << 20);
  expect(judge('markdown', read, { section_non_empty: { heading: '^A' } })).toBe('expected text in section "A", found none');
  expect(judge('markdown', read, { section_min_lines: { heading: '^A', min_lines: 1 } })).toBe(
    'expected at least 1 line in section "A", found 0',
  );
});
