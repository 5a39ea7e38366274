/**
 * The fields of definitions: their types, and how each is read.
 *
 *     readFields({ cell: 'B0' }, { cell: required(CELL) }, reading)     fault at ["cell"]: expected a cell such as B12, found "B0"
 */
import type { JsonObject, JsonValue } from '#core/json/value';
import type { Format } from '#core/parsed';
import type { CompileRegex } from '#core/regex';
import type { FaultPath, Faults } from './faults.ts';

export interface FieldType<T> {
  /** Completes the message "expected …". */
  readonly words: string;
  /** Throws `Mistake`. `format` is that of the definition, null if it has none. */
  read(value: JsonValue, compile: CompileRegex, format: Format | null): T;
}

export interface Field<T> {
  readonly type: FieldType<unknown>;
  readonly isRequired: boolean;
  /** The value of an absent field. */
  readonly fallback: T | undefined;
  /** The formats that have this field; all of them if absent. */
  readonly formats?: readonly Format[];
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

export type Values<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

export interface Reading {
  readonly compile: CompileRegex;
  readonly faults: Faults;
  /** The path of the object in the document. */
  readonly path: FaultPath;
  /** The format of the definition; null if it has none. */
  readonly format: Format | null;
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

/** A field that only some formats have. */
export function only<T>(formats: readonly Format[], field: Field<T>): Field<T> {
  return { ...field, formats };
}

/** Returns null if there were faults; all of them are recorded. `others` are keys that other code reads. */
export function readFields<F extends Fields>(
  object: JsonObject,
  fields: F,
  { compile, faults, path, format }: Reading,
  others: readonly string[] = [],
): Values<F> | null {
  const before = faults.count;
  const known = Object.entries(fields);
  const isOfFormat = ({ formats }: Field<unknown>): boolean => format === null || formats === undefined || formats.includes(format);
  const names = known.filter(([, field]) => isOfFormat(field)).map(([name]) => name);
  const values: Record<string, unknown> = {};
  for (const [name, field] of known) {
    const value = object[name];
    if (value !== undefined && !isOfFormat(field)) {
      faults.add([...path, name], `${name} is for ${field.formats?.join(', ')}, and the format is ${format}`);
      names.push(name);
    }
  }
  faults.unknownKeys(object, [...others, ...names], path);
  for (const [name, field] of known) {
    const value = object[name];
    if (value === undefined) {
      if (field.isRequired) faults.add(path, `missing field "${name}": expected ${field.type.words}`);
      values[name] = field.fallback;
    } else {
      values[name] = faults.attempt([...path, name], () => field.type.read(value, compile, format));
    }
  }
  return faults.count === before ? (values as Values<F>) : null;
}

/** Reads an assertion that is given as a single value, without fields. */
export function readBare(
  value: JsonValue,
  name: string,
  field: Field<unknown>,
  { compile, faults, path, format }: Reading,
): Readonly<Record<string, unknown>> | null {
  const before = faults.count;
  const read = faults.attempt(path, () => field.type.read(value, compile, format));
  return faults.count === before ? { [name]: read } : null;
}
