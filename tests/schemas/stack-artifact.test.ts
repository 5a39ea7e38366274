/** stack-artifact.v0 holds for what the scripts print, and one field at a time not for what is damaged. */
import { expect, it } from 'vitest';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { compile, damaged } from './published-schema.ts';

type Path = readonly (string | number)[];

const validate = compile('stack-artifact.v0.json');
const documents = printedDocuments(['stack']).filter((document) => document['version'] === 'stack-artifact.v0');
const verdict = documents.find((document) => document['outcome'] === 'STACK_DRIFT') as Record<string, unknown>;

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    return [...(Array.isArray(value) ? [] : [here]), ...pathsOf(inner, here)];
  });
}

it('stack-artifact.v0.json holds for every document and refusal that the scripts print', () => {
  expect(new Set(documents.map((document) => document['outcome']))).toEqual(new Set(['STACK_OK', 'STACK_DRIFT', 'REFUSAL']));
  expect(documents.filter((document) => !validate(document))).toEqual([]);
});

it('stack-artifact.v0.json does not hold where a field is gone, renamed, added or of another type', () => {
  const survivors = documents.flatMap((document) =>
    pathsOf(document)
      .filter((path) => !path.includes('detail'))
      .filter((path) => validate(damaged(document, path, undefined)) || validate(damaged(document, path, { not: 'this' })))
      .map((path) => path.join('.')),
  );
  expect(survivors).toEqual([]);
  expect(documents.filter((document) => validate({ ...document, more: true }))).toEqual([]);
});

it('stack-artifact.v0.json does not hold for an outcome that its findings deny', () => {
  expect(validate({ ...verdict, outcome: 'STACK_OK' })).toBe(false);
  expect(validate({ ...verdict, findings: [] })).toBe(false);
  expect(validate(damaged(verdict, ['findings', 0, 'kind'], 'STRANGER'))).toBe(false);
});
