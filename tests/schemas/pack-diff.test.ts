/** `pack.diff.v0.json` holds for what `pack diff --json` prints in the scripts, and for nothing damaged. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { compile } from './published-schema.ts';

const schema = (name: string) => JSON.parse(readFileSync(new URL(`../../schemas/${name}.json`, import.meta.url), 'utf8'));
const validate = compile('pack.diff.v0.json');
const documents = printedDocuments(['pack']).filter(({ version }) => version === 'pack.diff.v0');

type Part = Record<string, unknown>;

/** Every object of a document, but for what holds whatever came. */
function objectsIn(value: unknown): Part[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, part]) =>
    key === 'metadata' || key === 'old' || key === 'new' ? [] : objectsIn(part),
  );
  return Array.isArray(value) ? inner : [value as Part, ...inner];
}

it('pack.diff.v0.json holds for every verdict and refusal that the scripts print', () => {
  expect(documents.length).toBeGreaterThan(5);
  const refusals = printedDocuments(['pack/diff']).filter(({ outcome }) => outcome === 'REFUSAL');
  expect(refusals.length).toBeGreaterThan(5);
  expect([...documents, ...refusals].filter((document) => !validate(document))).toEqual([]);
});

it('pack.diff.v0.json has seen every list filled, and a lockfile with and without a diff', () => {
  for (const list of ['added', 'removed', 'changed', 'retyped', 'shifts', 'locks', 'metadata']) {
    expect(documents.some((document) => (document[list] as unknown[]).length > 0)).toBe(true);
  }
  const locks = documents.flatMap((document) => document['locks'] as Part[]);
  expect(new Set(locks.map(({ diff }) => diff === null))).toEqual(new Set([true, false]));
});

it('pack.diff.v0.json does not hold where a field is gone, added or of another type', () => {
  const survivors = documents.flatMap((document) => {
    const copy = structuredClone(document) as Part;
    return objectsIn(copy).flatMap((part) => {
      const lives: string[] = [];
      for (const [key, value] of Object.entries(part)) {
        delete part[key];
        if (validate(copy)) lives.push(`without ${key}`);
        part[key] = { not: 'this' };
        if (validate(copy)) lives.push(`with another ${key}`);
        part[key] = value;
      }
      part['more'] = true;
      if (validate(copy)) lives.push('with more');
      delete part['more'];
      return lives;
    });
  });
  expect(survivors).toEqual([]);
});

it('pack.diff.v0.json says of a lockfile what lock-diff.v0.json says', () => {
  const wordless = (value: unknown, prefix: string): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll(`#/$defs/${prefix}`, '#/$defs/'), (key, inner) =>
      key === 'description' ? undefined : inner,
    );
  const [own, locks] = [schema('pack.diff.v0').$defs, schema('lock-diff.v0').$defs];
  const names = Object.keys(locks).filter((name) => name !== 'refusal');
  for (const name of names) expect(wordless(own[`lock_${name}`], 'lock_')).toEqual(wordless(locks[name], ''));
});
