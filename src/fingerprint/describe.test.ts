import { describe, expect, it } from 'vitest';
import { define } from '../../tests/fingerprint/samples.ts';
import { BUILT_INS } from './builtin/builtin.ts';
import type { Candidate } from './candidate.ts';
import { describeAssertions, describeCandidate, describeExtracts } from './describe.ts';

describe('describeCandidate()', () => {
  it('describes what a built-in asserts and what its content hash covers', () => {
    expect(describeCandidate(BUILT_INS[1] as Candidate)).toEqual({
      asserts: [{ doc: 'The file is one strict JSON value.', name: 'json_valid' }],
      content_hash: 'the value, every digit of its numbers included; order of keys, spaces and the spelling of numbers do not count',
      fingerprint_crate: 'custody',
      fingerprint_id: 'json.v0',
      fingerprint_source: 'builtin',
      fingerprint_version: '0.2.0',
      format: 'json',
      parent: null,
      valid_from: null,
      valid_until: null,
    });
  });

  it('describes a definition too', () => {
    expect(describeCandidate(define({ parent: 'csv.v0', valid_from: '2025-01-01' }))).toMatchObject({
      asserts: [{ name: 'filename_regex' }],
      content_hash: null,
      parent: 'csv.v0',
      valid_from: '2025-01-01',
    });
  });
});

describe('describeAssertions() and describeExtracts()', () => {
  it('list every field', () => {
    expect(describeAssertions().find(({ name }) => name === 'cell_regex')).toEqual({
      doc: 'The text of the cell matches; a blank cell never does.',
      fields: [
        { expected: 'text', name: 'sheet', required: false },
        { expected: 'a cell such as B12', name: 'cell', required: true },
        { expected: 'a regular expression', name: 'pattern', required: true },
      ],
      formats: ['csv', 'xlsx', 'parquet'],
      is_bare: false,
      name: 'cell_regex',
    });
    expect(describeExtracts().map(({ type }) => type)).toEqual(['range', 'columns', 'section', 'table', 'text_match']);
  });
});
