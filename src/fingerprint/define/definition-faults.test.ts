import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { faultsOf, GOOD_DEFINITION } from '../../../tests/fingerprint/samples.ts';

describe('the faults of readDefinition()', () => {
  it.each<[JsonObject, readonly string[]]>([
    [{ fingerprint_id: 'a b' }, ['fingerprint_id: expected fingerprint_id to be an id such as loan-tape.v1, found "a b"']],
    [{ format: 'docx' }, ['format: expected format to be one of csv, json, jsonl, markdown, text, html, xlsx, parquet, pdf, found "docx"']],
    [{ parent: 'loan-tape.v1' }, ['parent: expected another fingerprint than itself']],
    [{ parent: 7 }, ['parent: expected parent to be an id such as loan-tape.v1, found 7']],
    [{ valid_from: '2025-13-01' }, ['valid_from: expected a date such as 2025-12-31, found "2025-13-01"']],
    [{ valid_from: '2025-02-01', valid_until: '2025-01-31' }, ['valid_until: expected a date from 2025-02-01 on, found 2025-01-31']],
    [
      { colour: 'red' },
      [
        'colour: unknown key "colour": expected fingerprint_id, format, dialect, valid_from, valid_until, parent, assertions, extract, content_hash',
      ],
    ],
    [{ assertions: [] }, ['assertions: expected at least one assertion in "assertions", found an empty list']],
    [{ assertions: ['cell_eq'] }, ['assertions[0]: expected one assertion, found "cell_eq"']],
    [{ assertions: [{ name: 'x' }] }, ['assertions[0]: expected one assertion, found none']],
    [
      { assertions: [{ cell_eq: { cell: 'A1', value: 'x' }, cell_regex: { cell: 'A1', pattern: 'x' } }] },
      ['assertions[0]: expected one assertion, found "cell_eq", "cell_regex"'],
    ],
    [
      { assertions: [{ heading_exists: 'x' }] },
      ['assertions[0].heading_exists: heading_exists is for markdown, html, pdf, and the format is csv'],
    ],
    [{ assertions: [{ cell_eq: 'A1' }] }, ['assertions[0].cell_eq: expected a mapping with sheet, cell, value, found "A1"']],
    [
      { assertions: [{ cell_eq: { cell: 'B0', value: [], colour: 1 } }] },
      [
        'assertions[0].cell_eq.colour: unknown key "colour": expected sheet, cell, value',
        'assertions[0].cell_eq.cell: expected a cell such as B12, found "B0"',
        'assertions[0].cell_eq.value: expected text, a number, true or false, found an empty list',
      ],
    ],
    [
      { assertions: [{ cell_eq: {} }] },
      [
        'assertions[0].cell_eq: missing field "cell": expected a cell such as B12',
        'assertions[0].cell_eq: missing field "value": expected text, a number, true or false',
      ],
    ],
    [
      { assertions: [{ cell_regex: { cell: 'A1', pattern: '(?=a)' } }] },
      [expect.stringMatching(/^assertions\[0\]\.cell_regex\.pattern: bad pattern: ./) as string],
    ],
    [{ assertions: [{ sheet_exists: 7 }] }, ['assertions[0].sheet_exists: expected text, found 7']],
    [
      { assertions: [{ header_row_match: { row_range: '3:1', min_match: 0, columns: [{ pattern: 'a' }, { pattern: '(' }] } }] },
      [
        'assertions[0].header_row_match.row_range: expected rows such as 1:20, found "3:1"',
        'assertions[0].header_row_match.min_match: expected a whole number from 1, found 0',
        expect.stringMatching(/^assertions\[0\]\.header_row_match\.columns\[1\]\.pattern: bad pattern: ./) as string,
      ],
    ],
    [
      { assertions: [{ header_row_match: { row_range: '1:3', min_match: 2, columns: [{ pattern: 'a' }] } }] },
      ['assertions[0].header_row_match: expected min_match to be at most the number of columns, 1'],
    ],
    [
      { assertions: [{ header_row_match: { row_range: '1:3', min_match: 1, columns: ['a'] } }] },
      ['assertions[0].header_row_match.columns[0]: expected a column with its pattern, such as {pattern: "(?i)loan id"}, found "a"'],
    ],
    [
      {
        assertions: [
          { header_row_match: { row_range: '1', min_match: 1, columns: Array.from({ length: 1001 }, () => ({ pattern: 'a' })) } },
        ],
      },
      ['assertions[0].header_row_match.columns: expected at most 1000 entries, found 1001'],
    ],
    [{ assertions: [{ within_tolerance: { cell: 'A1' } }] }, ['assertions[0].within_tolerance: missing field "min" or "max"']],
    [
      { assertions: [{ within_tolerance: { cell: 'A1', min: 2, max: 1 } }] },
      ['assertions[0].within_tolerance: expected min to be at most max'],
    ],
    [
      { assertions: [{ range_populated: { range: 'A1:B2', min_pct: 101 } }] },
      ['assertions[0].range_populated.min_pct: expected a percentage from 0 to 100, found 101'],
    ],
    [
      { assertions: [{ sum_eq: { range: 'A1:A2', equals_cell: 'A3', tolerance: -1 } }] },
      ['assertions[0].sum_eq.tolerance: expected a number from 0, found -1'],
    ],
    [
      { assertions: [{ sheet_name_regex: { pattern: 'a', bind: 'x' } }] },
      ['assertions[0].sheet_name_regex.bind: expected a name such as $sheet, found "x"'],
    ],
    [
      { assertions: [{ cell_eq: { sheet: '$x', cell: 'A1', value: 'a' } }, { sheet_name_regex: { pattern: 'a', bind: '$x' } }] },
      ['assertions[0].cell_eq.sheet: "$x" is bound by no sheet_name_regex above'],
    ],
    [
      {
        assertions: [
          { name: 'a', sheet_exists: 'x' },
          { name: 'a', sheet_exists: 'y' },
        ],
      },
      ['assertions[1].name: expected a name of its own, found "a" twice'],
    ],
    [{ assertions: [{ name: '', sheet_exists: 'x' }] }, ['assertions[0].name: expected a name, found ""']],
    [
      { extract: {} },
      ['extract: expected a list, found an empty mapping', 'content_hash.over[0]: expected the name of an extract, found "all"'],
    ],
    [
      { extract: [{ name: 'all', type: 'section', anchor_heading: 'x' }] },
      ['extract[0].type: expected one of range, columns, found "section"'],
    ],
    [
      { extract: [{ name: 'all', type: 'range' }] },
      ['extract[0]: missing field "range": expected a range such as A1:C10, or A2:C for all rows from the second on'],
    ],
    [
      { extract: [{ name: 'all', type: 'range', range: 'A1', sheet: '$y' }] },
      ['extract[0].sheet: "$y" is bound by no sheet_name_regex above'],
    ],
    [
      {
        extract: [
          { name: 'all', type: 'range', range: 'A1' },
          { name: 'all', type: 'range', range: 'A2' },
        ],
      },
      ['extract[1].name: expected a name of its own, found "all" twice'],
    ],
    [
      { extract: [{ name: 'a b', type: 'range', range: 'A1' }], content_hash: { algorithm: 'blake3', over: ['a b'] } },
      ['extract[0].name: expected a name of letters, digits, _, . and -, found "a b"'],
    ],
    [
      { content_hash: { algorithm: 'md5', over: [] } },
      [
        'content_hash.algorithm: expected blake3, found "md5"',
        'content_hash.over: expected a list of names of extracts, found an empty list',
      ],
    ],
    [
      { content_hash: { algorithm: 'blake3', over: ['all', 'all', 'none'] } },
      [
        'content_hash.over[1]: expected each name once, found "all" twice',
        'content_hash.over[2]: expected the name of an extract, found "none"',
      ],
    ],
    [{ content_hash: 'blake3' }, ['content_hash: expected a mapping with algorithm and over, found "blake3"']],
  ])('finds what is wrong with %j', (change, faults) => expect(faultsOf({ ...GOOD_DEFINITION, ...change })).toEqual(faults));

  it.each<[JsonObject, string]>([
    [{ page_section_count: {} }, 'missing field "min" or "max"'],
    [{ page_section_count: { min: 2, max: 1 } }, 'expected min to be at most max'],
    [{ header_token_search: { tokens: ['a'], min_matches: 2, max_matches: 1 } }, 'expected min_matches to be at most max_matches'],
    [{ table_shape: { heading: 'x' } }, 'missing field "min_columns" or "column_types"'],
  ])('finds what is wrong with %j of html', (assertion, fault) => {
    const [name] = Object.keys(assertion);
    expect(faultsOf({ fingerprint_id: 'page.v1', format: 'html', assertions: [assertion] })).toEqual([`assertions[0].${name}: ${fault}`]);
  });

  it('reports missing keys at their parent, and a list in place of a definition', () => {
    expect(faultsOf({})).toEqual([
      ': expected fingerprint_id to be an id such as loan-tape.v1, found nothing',
      ': expected format to be one of csv, json, jsonl, markdown, text, html, xlsx, parquet, pdf, found nothing',
      ': expected at least one assertion in "assertions", found nothing',
    ]);
    expect(faultsOf([])).toEqual([': expected a mapping with fingerprint_id, format and assertions, found an empty list']);
  });

  it('lists the assertions of the format if one is unknown', () => {
    expect(
      faultsOf({
        ...GOOD_DEFINITION,
        format: 'json',
        extract: [],
        content_hash: { algorithm: 'blake3', over: ['x'] },
        assertions: [{ cell_equals: {} }],
      }),
    ).toEqual([
      expect.stringContaining(
        'assertions[0].cell_equals: unknown assertion "cell_equals": expected one of filename_regex, columns_present,',
      ),
      'content_hash.over[0]: expected the name of an extract, found "x"',
    ]);
  });
});
