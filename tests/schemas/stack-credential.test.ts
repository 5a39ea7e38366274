/** What stack-vc.v0.json says: it holds for what the scripts print, and one field at a time not for what is damaged. */
import { expect, it } from 'vitest';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { compile, damaged } from './published-schema.ts';

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    return [...(Array.isArray(value) ? [] : [here]), ...pathsOf(inner, here)];
  });
}

const validate = compile('stack-vc.v0.json');
const all = printedDocuments(['stack']).filter((document) => document['version'] === 'stack-vc.v0');

it('stack-vc.v0.json holds for every document and refusal that the scripts print', () => {
  expect(all.length).toBeGreaterThan(10);
  expect(new Set(all.map((document) => document['outcome']))).toEqual(new Set(['STACK_OK', 'STACK_DRIFT', 'REFUSAL']));
  expect(all.filter((document) => !validate(document))).toEqual([]);
});

it('stack-vc.v0.json does not hold where a field is gone, renamed, added or of another type', () => {
  const survivors = all.flatMap((document) =>
    pathsOf(document)
      .filter((path) => !path.includes('detail'))
      .filter((path) => validate(damaged(document, path, undefined)) || validate(damaged(document, path, { not: 'this' })))
      .map((path) => path.join('.')),
  );
  expect(survivors).toEqual([]);
  expect(all.filter((document) => validate({ ...document, more: true }))).toEqual([]);
});

it('stack-vc.v0.json does not hold for an outcome that the proofs or findings deny', () => {
  const drifted = all.filter((document) => document['outcome'] === 'STACK_DRIFT');
  expect(drifted.filter((document) => validate({ ...document, outcome: 'STACK_OK' }))).toEqual([]);
  const valid = all.find((document) => 'proofs' in document && document['outcome'] === 'STACK_OK');
  expect(validate(valid)).toBe(true);
  expect(validate({ ...valid, outcome: 'STACK_DRIFT' })).toBe(false);
  expect(validate({ ...valid, proofs: [] })).toBe(false);
});
