/** What the schemas of stack verdicts say: they hold for what the scripts print, and one field at a time not for what is damaged. */
import { describe, expect, it } from 'vitest';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { compile, damaged } from './published-schema.ts';

type Path = readonly (string | number)[];

const documents = printedDocuments(['stack']);

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    return [...(Array.isArray(value) ? [] : [here]), ...pathsOf(inner, here)];
  });
}

/** Holding whatever came. */
const FREE = /(^|\.)(detail|expected|actual|old|new)(\.|$)/;
/** At the top these are names. */
const NAMES = /^(old|new)$/;

/** Not there in what older versions printed. */
const OPTIONAL = new Set(['required_active', 'unused_keys']);

describe.each(['stack-verify.v0', 'stack-diff.v0', 'stack-explain.v0'])('%s.json', (version) => {
  const validate = compile(`${version}.json`);
  const all = documents.filter((document) => document['version'] === version);

  it('holds for every document and refusal that the scripts print', () => {
    expect(all.filter((document) => document['outcome'] !== 'REFUSAL').length).toBeGreaterThan(1);
    expect(all.some((document) => document['outcome'] === 'REFUSAL')).toBe(true);
    expect(all.filter((document) => !validate(document))).toEqual([]);
  });

  it('does not hold where a field is gone or of another type, or one is added', () => {
    const survivors = all.flatMap((document) =>
      pathsOf(document)
        .filter((path) => NAMES.test(path.join('.')) || !FREE.test(path.join('.')))
        .filter(
          (path) =>
            (!OPTIONAL.has(path.join('.')) && validate(damaged(document, path, undefined))) ||
            validate(damaged(document, path, { not: 'this' })),
        )
        .map((path) => path.join('.')),
    );
    expect(survivors).toEqual([]);
    expect(all.filter((document) => validate({ ...document, more: true }))).toEqual([]);
    expect(all.filter((document) => validate({ ...document, version: 'stack.v9' }))).toEqual([]);
  });
});

const validate = compile('stack-verify.v0.json');
const verdicts = documents.filter(({ version, outcome }) => version === 'stack-verify.v0' && outcome !== 'REFUSAL');

it('stack-verify.v0.json does not hold for an outcome that the findings deny', () => {
  for (const verdict of verdicts) {
    const other = verdict['outcome'] === 'STACK_OK' ? 'STACK_DRIFT' : 'STACK_OK';
    expect(validate({ ...verdict, outcome: other })).toBe(false);
  }
});

it('stack-verify.v0.json does not hold for an active corridor with blockers', () => {
  const verdict = verdicts.find(({ corridors }) => (corridors as readonly unknown[]).length > 0);
  expect(validate(verdict)).toBe(true);
  expect(validate(damaged(verdict, ['corridors', 0, 'blockers'], ['x']))).toBe(false);
});
