/**
 * The local catalogue of schemas for members of a known version (P5): an open one, which asks little, and a full one with every
 * enumeration. They are JSON Schemas in `schemas/members`, compiled to functions when the program is built, and loaded when first asked for.
 *
 *     schemaFault('canon.v0', 'full', value)     '/outcome must be one of RESOLVED, PARTIAL, UNRESOLVED, REFUSAL'
 *     schemaFault('rvl.v0', 'open', value)       null
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Float, type JsonValue } from '#core/json/value';
import { type Fault, faultText } from './schema-fault.ts';

export type SchemaDepth = 'open' | 'full';

interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly Fault[] | null;
}

const require = createRequire(import.meta.url);
const catalogues: { [depth in SchemaDepth]?: Readonly<Record<string, Validator>> } = {};

export function hasSchema(version: string): boolean {
  return Object.hasOwn(catalogue('open'), version);
}

/** What speaks against the value first, or null. The full schema stands on the open one: both are applied. */
export function schemaFault(version: string, depth: SchemaDepth, value: JsonValue): string | null {
  if (!hasSchema(version)) throw new Error(`no schema of ${version}`);
  const plain = plainValue(value);
  const fault = faultOf(catalogue('open')[version] as Validator, plain);
  return fault ?? (depth === 'open' ? null : faultOf(catalogue('full')[version] as Validator, plain));
}

function faultOf(validate: Validator, value: unknown): string | null {
  return validate(value) ? null : faultText(validate.errors ?? []);
}

function catalogue(depth: SchemaDepth): Readonly<Record<string, Validator>> {
  return (catalogues[depth] ??= require(builtFile(depth)) as Readonly<Record<string, Validator>>);
}

/** Built beside the program; from the sources (in tests) the built one is used. */
function builtFile(depth: SchemaDepth): string {
  const name = `member-schemas-${depth}.cjs`;
  const places = [`./${name}`, `../${name}`, `../../dist/${name}`].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error('the schemas of members are not built: run npm ci');
  return found;
}

/** With every number a double, as the compiled schemas want it; what holds only small integers is not copied. */
function plainValue(value: JsonValue): unknown {
  if (value instanceof Float) return value.value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return plainItems(value as readonly JsonValue[]);
  return plainFields(value as Readonly<Record<string, JsonValue>>);
}

function plainItems(items: readonly JsonValue[]): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (let i = 0; i < items.length; i++) {
    const plain = plainValue(items[i] as JsonValue);
    if (plain === items[i]) continue;
    copy ??= items.slice();
    copy[i] = plain;
  }
  return copy ?? items;
}

function plainFields(fields: Readonly<Record<string, JsonValue>>): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | null = null;
  for (const key of Object.keys(fields)) {
    const plain = plainValue(fields[key] as JsonValue);
    if (plain === fields[key]) continue;
    copy ??= Object.assign(Object.create(null) as Record<string, unknown>, fields);
    copy[key] = plain;
  }
  return copy ?? fields;
}
