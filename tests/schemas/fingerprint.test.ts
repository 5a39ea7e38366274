/** The published schemas of fingerprint hold for what the scripts print, and for nothing damaged. */
import { describe, expect, it } from 'vitest';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { compile, damaged } from './published-schema.ts';

const printed = printedDocuments(['fingerprint']);

/** Fields whose loss must show; a record passes on whatever else came. */
describe.each([
  ['fingerprint.v0', ['version', 'fingerprint', 'outcome', 'refusal']],
  ['fingerprint-list.v0', null],
  ['fingerprint-files.v0', null],
  ['fingerprint-check.v0', null],
  ['fingerprint-test.v0', null],
  ['struct-check.v0', ['version', 'rule_id', 'outcome', 'present', 'missing', 'matched_directory', 'unexpected', 'refusal']],
] as const)('%s.json', (version, fields) => {
  const validate = compile(`${version}.json`);
  const documents = printed.filter((document) => document['version'] === version);

  it('holds for every document that the scripts print', () => {
    expect(documents.length).toBeGreaterThan(0);
    expect(documents.filter((document) => !validate(document))).toEqual([]);
  });

  it('does not hold where a field is gone or of another type', () => {
    const survivors = documents.flatMap((document) =>
      Object.keys(document)
        .filter((key) => fields === null || (fields as readonly string[]).includes(key))
        .filter((key) => validate(damaged(document, [key], undefined)) || validate(damaged(document, [key], { not: 'this' }))),
    );
    expect([...new Set(survivors)]).toEqual([]);
    expect(documents.filter((document) => validate({ ...document, version: `${version}x` }))).toEqual([]);
  });
});
