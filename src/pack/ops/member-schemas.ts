/**
 * The local catalogue of schemas for members of a known version (P5): an open schema with few rules, and a full schema with every
 * enumeration. They are JSON Schemas in `schemas/members`. The build compiles them to functions, which are loaded at the first use.
 *
 *     schemaFault('canon.v0', 'full', value)     '/outcome must be one of RESOLVED, PARTIAL, UNRESOLVED, REFUSAL'
 *     schemaFault('rvl.v0', 'open', value)       null
 */
import { createRequire } from 'node:module';
import { JsonError } from '#core/json/cursor';
import { readShortOutline } from '#core/json/short-outline';
import { Float, type JsonValue } from '#core/json/value';
import { builtFile } from '#installation/paths';
import { type Fault, faultText } from '../schema-fault.ts';

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

/**
 * Whether a document that is completely in memory matches the open schema of its version. If it does not, `schemaFault` of its outline
 * gives the reason.
 */
export function keepsOpenSchema(version: string, text: Uint8Array): boolean {
  try {
    return schemaFault(version, 'open', readShortOutline(text)) === null;
  } catch (error) {
    if (error instanceof JsonError) return false;
    throw error;
  }
}

/** Returns the first fault, or null. The full schema extends the open one, so both are applied. */
export function schemaFault(version: string, depth: SchemaDepth, value: JsonValue): string | null {
  const plain = plainValue(value);
  const fault = faultOf(validatorOf(version, 'open'), plain);
  return fault ?? (depth === 'open' ? null : faultOf(validatorOf(version, 'full'), plain));
}

function validatorOf(version: string, depth: SchemaDepth): Validator {
  if (!hasSchema(version)) throw new Error(`no schema of ${version}`);
  return catalogue(depth)[version] as Validator;
}

function faultOf(validate: Validator, value: unknown): string | null {
  return validate(value) ? null : faultText(validate.errors ?? []);
}

function catalogue(depth: SchemaDepth): Readonly<Record<string, Validator>> {
  return (catalogues[depth] ??= require(builtFile(`member-schemas-${depth}`)) as Readonly<Record<string, Validator>>);
}

/** Converts every number to a double, which the compiled schemas expect. A value that has only small integers is not copied. */
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
