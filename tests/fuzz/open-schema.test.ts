/** A document of a pack, judged while it is proven and at length: the same verdict, for texts of every spelling, whole and damaged. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memorySource } from '#core/bytes/source';
import { judgeContent } from '#pack/ops/judge-content';
import { hasSchema, keepsOpenSchema } from '#pack/ops/member-schemas';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';
import { dice } from './helpers/dice.ts';
import { jsonText } from './helpers/json-text.ts';
import { mutated } from './helpers/mutation.ts';

const VERSIONS = ['rvl.v0', 'lock.v0', 'pack.v0', 'verify.rules.v0', 'canon.v0', 'verify.report.v1'];
const FIELDS = [
  '"outcome":"PASS"',
  '"outcome":1',
  '"rules":[]',
  '"rules":{}',
  '"members":[1]',
  '"members":"x"',
  '"pack_id":"x"',
  '"pack_id":2',
];

/** `text` among the fields that the schema asks for, or asks for otherwise. */
function documentOf(version: string, text: string, seed: number): Uint8Array {
  const how = dice(seed);
  const fields = [`"version":"${how.roll(8) === 0 ? 'other' : version}"`, `"more":${text}`, ...how.shuffled(FIELDS).slice(0, how.roll(4))];
  const whole = Buffer.from(`{${how.shuffled(fields).join(', ')}}`);
  return how.roll(2) === 0 ? whole : mutated(whole, how);
}

describe('keepsOpenSchema()', () => {
  test('says what judgeContent() says', LONG_TIMEOUT, () => {
    expect(VERSIONS.filter((version) => !hasSchema(version))).toEqual([]);
    const seen = { kept: 0, broken: 0 };
    fc.assert(
      fc.property(fc.constantFrom(...VERSIONS), jsonText, fc.nat(), (version, text, seed) => {
        const bytes = documentOf(version, text, seed);
        const { schemaFault } = judgeContent({ path: 'a', version, deep: false, beside: () => [] }, memorySource(bytes));
        expect(keepsOpenSchema(version, bytes)).toBe(schemaFault === null);
        seen[schemaFault === null ? 'kept' : 'broken']++;
      }),
      runs(6000),
    );
    expect(seen.kept).toBeGreaterThan(30);
    expect(seen.broken).toBeGreaterThan(30);
  });
});
