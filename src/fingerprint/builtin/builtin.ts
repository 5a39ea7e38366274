/**
 * The nine built-in fingerprints. Each matches a file that really parses as its format, and hashes the normalised content of the whole file:
 * BLAKE3 over the id and the framed content (`framing.ts`, `grid-content.ts`, `prose-content.ts`).
 *
 *     csv.v0 of  a,b⏎1,2⏎     the same content hash as of  "a";"b"␍⏎"1";"2"     another one than of  a,b⏎1,3⏎
 */

import type { Format } from '#core/parsed';
import type { Assert, Candidate } from '../candidate.ts';
import { USUAL_DIALECT } from '../dialect.ts';
import { RULES_VERSION } from '../rules-version.ts';
import { beginGrid } from './grid.ts';
import { beginProse } from './prose.ts';
import { beginTree } from './tree.ts';

const CELLS = 'the values of the cells, without empty ones at the end of a row and empty rows at the end';
const PROSE =
  'the headings, the lines of the normalised text without spaces at their ends and with blank lines in a row as one, and the cells of the tables';

export const BUILT_INS: readonly Candidate[] = [
  builtIn(
    'csv',
    [
      ['csv_valid', 'Every row can be read.'],
      ['has_row', 'There is a row that is not empty.'],
    ],
    `${CELLS}; encoding, delimiter, quotes and line ends do not count`,
  ),
  builtIn(
    'json',
    [['json_valid', 'The file is one strict JSON value.']],
    'the value, every digit of its numbers included; order of keys, spaces and the spelling of numbers do not count',
  ),
  builtIn(
    'jsonl',
    [
      ['jsonl_valid', 'Every line is a strict JSON value.'],
      ['has_value', 'There is a value.'],
    ],
    'the values in order, every digit of their numbers included',
  ),
  builtIn(
    'markdown',
    [
      ['markdown_valid', 'The file can be read as text.'],
      ['has_heading', 'There is a heading.'],
    ],
    PROSE,
  ),
  builtIn('text', [['text_valid', 'The file can be read as text.']], PROSE),
  builtIn(
    'html',
    [
      ['html_valid', 'The file can be read as text.'],
      ['has_element', 'The source writes an element.'],
    ],
    `${PROSE}; markup that shows in none of them does not count`,
  ),
  builtIn(
    'xlsx',
    [
      ['xlsx_valid', 'The workbook opens, and every sheet can be read.'],
      ['has_sheet', 'There is a sheet.'],
    ],
    `the names of the sheets and ${CELLS}; looks and formulas with a saved value do not count`,
  ),
  builtIn(
    'parquet',
    [['parquet_valid', 'The schema and every value can be read, and every checksum is right.']],
    'the names and types of the columns and every value, row by row; how a type is spelled, who wrote it, compression, encoding and row groups do not count',
  ),
  builtIn(
    'pdf',
    [
      ['pdf_valid', 'The document opens without a password, and every page can be read.'],
      ['has_page', 'There is a page.'],
    ],
    `${PROSE}, page by page, the number of pages, the values of form fields, notes, targets of links, attachments, outline, alternative texts, and the Info dictionary without who saved the file and when; none where a page could not be read`,
  ),
];

function builtIn(format: Format, asserts: readonly (readonly [string, string])[], contentHash: string): Candidate {
  const id = `${format}.v0`;
  const named: readonly Assert[] = asserts.map(([name, doc]) => ({ name, doc }));
  return {
    id,
    format,
    version: RULES_VERSION[format],
    source: 'builtin',
    crate: 'custody',
    parent: null,
    dialect: USUAL_DIALECT,
    validFrom: null,
    validUntil: null,
    asserts: named,
    contentHash,
    begin(scope, newHasher) {
      const { parsed } = scope;
      switch (parsed.kind) {
        case 'grid':
          return beginGrid(format, parsed, newHasher);
        case 'prose':
          return beginProse(format, parsed, newHasher);
        case 'tree':
          return beginTree(format, parsed, newHasher);
        default:
          return parsed satisfies never;
      }
    },
  };
}
