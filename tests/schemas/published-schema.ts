/** A published schema as a function, and documents to try it on. */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type Path = readonly (string | number)[];

const compiled = new Map<string, ValidateFunction>();
/** One for all: each would compile the schema of schemas again. */
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);

export function compile(name: string): ValidateFunction {
  const before = compiled.get(name);
  if (before !== undefined) return before;
  const validate = ajv.compile(JSON.parse(readFileSync(new URL(`../../schemas/${name}`, import.meta.url), 'utf8')));
  compiled.set(name, validate);
  return validate;
}

/** The same document with one part of it put in another's place, or removed where `part` is undefined. */
export function damaged(document: unknown, path: Path, part: unknown): unknown {
  const copy = structuredClone(document) as Record<string | number, unknown>;
  const holder = path.slice(0, -1).reduce((value, key) => value[key] as typeof copy, copy);
  const last = path.at(-1) as string | number;
  if (part === undefined) delete holder[last];
  else holder[last] = part;
  return copy;
}
