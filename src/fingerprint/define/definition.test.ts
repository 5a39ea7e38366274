import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core/json/value';
import { csv, define, GOOD_DEFINITION, outcomeOf, PORTS, read } from '../../../tests/fingerprint/samples.ts';
import { runs } from '../../../tests/helpers/trials.ts';
import { ASSERTIONS } from '../assert/assertions.ts';
import { readDefinition } from './definition.ts';

describe('readDefinition()', () => {
  it('reads the id and the source', () => {
    const { id, format, version, source, crate, parent, canonical, asserts, contentHash } = define(GOOD_DEFINITION);
    expect({ id, format, source, crate, parent, contentHash }).toEqual({
      id: 'loan-tape.v1',
      format: 'csv',
      source: 'installed:loan-tape.v1',
      crate: 'dsl-runtime:sample.fp.yaml',
      parent: null,
      contentHash: 'the values of all',
    });
    expect(version).toMatch(/^0\.3\.0\+[0-9a-f]{32}$/);
    expect(canonical.startsWith('{"assertions":[{"cell_eq"')).toBe(true);
    expect(asserts).toEqual([{ name: 'cell_eq__a1', doc: 'The cell holds exactly this text; a blank cell never does.' }]);
  });

  it('names the file as source if it is not installed', () => {
    const result = readDefinition(GOOD_DEFINITION, { file: 'x.fp.yaml', isInstalled: false }, PORTS);
    expect(result.kind === 'definition' && result.definition.source).toBe('file:x.fp.yaml');
  });

  it('gives a different version to different content, and the same to another order of keys', () => {
    const { version } = define(GOOD_DEFINITION);
    expect(define(Object.fromEntries(Object.entries(GOOD_DEFINITION).reverse())).version).toBe(version);
    expect(define({ ...GOOD_DEFINITION, valid_until: '2030-01-01' }).version).not.toBe(version);
    expect(define({ ...GOOD_DEFINITION, assertions: [{ cell_eq: { cell: 'A1', value: 'Loan Id' } }] }).version).not.toBe(version);
  });

  it('reports the id of a definition with faults', () => {
    const result = read({ ...GOOD_DEFINITION, format: 'docx' });
    expect(result.kind === 'faults' && result.id).toBe('loan-tape.v1');
  });

  it('reads a number and a boolean as the text of a cell', () => {
    const eq = (value: JsonValue) => define({ ...GOOD_DEFINITION, assertions: [{ cell_eq: { cell: 'A1', value } }] });
    expect([outcomeOf(eq(100), csv(['100'])).matched, outcomeOf(eq(true), csv(['true'])).matched]).toEqual([true, true]);
  });

  it('never throws, whatever the input: it returns faults', () => {
    const scrap = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>;
    const entry = fc.tuple(
      fc.constantFrom(...ASSERTIONS.map(({ name, fields }) => [name, Object.keys(fields)] as const)),
      fc.array(scrap, { minLength: 5, maxLength: 5 }),
    );
    fc.assert(
      fc.property(scrap, fc.array(entry, { maxLength: 3 }), scrap, (value, entries, extract) => {
        expect(['definition', 'faults']).toContain(read(value).kind);
        const assertions = entries.map(([[name, fields], scraps]) => ({
          [name]: Object.fromEntries(fields.map((field, i) => [field, scraps[i] as JsonValue])),
        }));
        for (const format of ['csv', 'html'])
          expect(['definition', 'faults']).toContain(read({ ...GOOD_DEFINITION, format, assertions, extract }).kind);
      }),
      runs(300),
    );
  });
});

describe('nameAssertion()', () => {
  it('names assertions after what they search for, and numbers duplicates', () => {
    const { asserts } = define({
      format: 'markdown',
      assertions: [
        { heading_regex: { pattern: '(?i)Rent  Roll' } },
        { heading_regex: { pattern: '(?i)rent roll' } },
        { name: 'text_contains__a', text_regex: { pattern: 'x' } },
        { text_contains: 'a' },
        { text_contains: '***' },
        { heading_exists: 'Rent Roll' },
      ],
    });
    expect(asserts.map(({ name }) => name)).toEqual([
      'heading_regex__i_rent_roll',
      'heading_regex__i_rent_roll__1',
      'text_contains__a',
      'text_contains__a__1',
      'text_contains',
      'heading_exists__rent_roll',
    ]);
  });
});
