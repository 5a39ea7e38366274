/**
 * The fields that definitions are written in: what each may hold, and how it is read.
 *
 *     readFields({ cell: 'B0' }, { cell: required(CELL) }, reading)     fault at ["cell"]: expected a cell such as B12, found "B0"
 */
import type { JsonObject, JsonValue } from '#core/json/value';
import type { CompileRegex } from '#core/regex';
import type { FaultPath, Faults } from './faults.ts';

export interface FieldType<T> {
  /** Completes "expected …". */
  readonly words: string;
  /** Throws `Mistake`. */
  read(value: JsonValue, compile: CompileRegex): T;
}

export interface Field<T> {
  readonly type: FieldType<unknown>;
  readonly isRequired: boolean;
  /** What an absent field stands for. */
  readonly fallback: T | undefined;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

export type Values<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

export interface Reading {
  readonly compile: CompileRegex;
  readonly faults: Faults;
  /** Where the object stands in the document. */
  readonly path: FaultPath;
}

export function required<T>(type: FieldType<T>): Field<T> {
  return { type, isRequired: true, fallback: undefined };
}

export function optional<T>(type: FieldType<T>): Field<T | null> {
  return { type, isRequired: false, fallback: null };
}

export function defaulting<T>(type: FieldType<T>, fallback: T): Field<T> {
  return { type, isRequired: false, fallback };
}

/** Null where there were faults; all of them are noted. `others` are keys that somebody else reads. */
export function readFields<F extends Fields>(
  object: JsonObject,
  fields: F,
  { compile, faults, path }: Reading,
  others: readonly string[] = [],
): Values<F> | null {
  const before = faults.count;
  faults.unknownKeys(object, [...others, ...Object.keys(fields)], path);
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = object[name];
    if (value === undefined) {
      if (field.isRequired) faults.add(path, `missing field "${name}": expected ${field.type.words}`);
      values[name] = field.fallback;
    } else {
      values[name] = faults.attempt([...path, name], () => field.type.read(value, compile));
    }
  }
  return faults.count === before ? (values as Values<F>) : null;
}

/** The one value of an assertion that is written without fields. */
export function readBare(
  value: JsonValue,
  name: string,
  field: Field<unknown>,
  { compile, faults, path }: Reading,
): Readonly<Record<string, unknown>> | null {
  const before = faults.count;
  const read = faults.attempt(path, () => field.type.read(value, compile));
  return faults.count === before ? { [name]: read } : null;
}
