/** The schemas of what push, pull, seal and the others say, and of a listing: they hold for what is printed, and for nothing damaged. */
import { describe, expect, it } from 'vitest';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { compile, damaged } from '../schemas/published-schema.ts';

const printed = (version: string) => printedDocuments(['pack']).filter((document) => document['version'] === version);
const refusals = printed('pack.v0').filter((document) => document['outcome'] === 'REFUSAL');

/** Fields that came later. */
const OPTIONAL: readonly string[] = [
  'pack.result.v0 present_checked',
  'pack.result.v0 repaired',
  'pack.result.v0 image_digest',
  'pack.result.v0 warnings',
  'pack.result.v0 from_run',
  'pack.result.v0 tags',
  'pack.result.v0 by_reference',
  'pack.result.v0 seals',
  'pack.store-verify.v0 seals',
  'pack.store-repair.v0 seals',
  'pack.list.v0 details',
  'pack.list.v0 broken_tags',
];

describe.each(['pack.result.v0', 'pack.list.v0', 'pack.store-verify.v0', 'pack.store-repair.v0'])('%s.json', (version) => {
  const validate = compile(`${version}.json`);
  const documents = printed(version);

  it('holds for every document and refusal that the scripts print', () => {
    expect(documents.length).toBeGreaterThan(0);
    expect(refusals.length).toBeGreaterThan(10);
    expect([...documents, ...refusals].filter((document) => !validate(document))).toEqual([]);
  });

  it('does not hold where a field is gone, added or of another type', () => {
    for (const document of documents) {
      for (const field of Object.keys(document)) {
        expect(validate(damaged(document, [field], undefined)), `${field} gone`).toBe(OPTIONAL.includes(`${version} ${field}`));
        expect(validate(damaged(document, [field], { not: 'this' })), `${field} changed`).toBe(false);
      }
      expect(validate({ ...document, more: true })).toBe(false);
      expect(validate({ ...document, version: 'pack.v1' })).toBe(false);
    }
  });
});

const validate = compile('pack.result.v0.json');
const [pushed] = printed('pack.result.v0').filter((document) => document['sent'] !== undefined);

it.each([
  ['an outcome of verify', ['outcome'], 'OK'],
  ['a pack_id in capitals', ['pack_id'], `sha256:${'A'.repeat(64)}`],
  ['half a member', ['member_count'], 0.5],
  ['less than no bytes', ['sent', 'bytes'], -1],
  ['a tally without bytes', ['present', 'bytes'], undefined],
  ['no place', ['location'], ''],
] as const)('pack.result.v0.json does not hold for %s', (_, path, part) => {
  expect(validate(pushed)).toBe(true);
  expect(validate(damaged(pushed, path, part))).toBe(false);
});
