/**
 * One parameter of a module, and the check of its values.
 *
 *     tier: {type: integer, default: 2, required: true}
 *     mode: {type: enum, values: [strict, lenient]}
 */

import { Float, isJsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { notJcsAt } from '../credential/jcs-limits.ts';
import type { Reading } from './field-reader.ts';

export interface Parameter {
  readonly type: ParameterType;
  /** Absent if there is no default. */
  readonly default?: JsonValue;
  readonly isRequired: boolean;
  /** The values of an enum. */
  readonly values: readonly JsonValue[];
}

const FITS = {
  string: (value) => typeof value === 'string',
  integer: (value) => typeof value === 'number' || typeof value === 'bigint',
  number: isNumber,
  boolean: (value) => typeof value === 'boolean',
  enum: () => true,
  object: isJsonObject,
  array: (value) => Array.isArray(value),
  duration: (value) => typeof value === 'string',
  money: (value) => typeof value === 'string' || isNumber(value) || isJsonObject(value),
  jurisdiction_ref: (value) => typeof value === 'string',
} as const satisfies Readonly<Record<string, (value: JsonValue) => boolean>>;

type ParameterType = keyof typeof FITS | 'any';

export function readParameter(reading: Reading): Parameter {
  const found = reading.faults.length;
  const type = reading.oneOf('type', Object.keys(FITS)) as ParameterType;
  const { default: preset, required } = reading.fields;
  if (required !== undefined && typeof required !== 'boolean') reading.fault('required', 'expected a boolean');
  const values = reading.optionalList('values', (item) => item) ?? [];
  if (type === 'enum' && values.length === 0) reading.fault('values', 'expected at least one value of the enum');
  const parameter = { type, isRequired: required === true, values };
  if (preset === undefined) return parameter;
  const misfit = reading.faults.length === found ? mismatchOf(preset, parameter, reading.place('default')) : null;
  if (misfit !== null) reading.fault('default', misfit);
  return { ...parameter, default: preset };
}

/** Returns why the value does not have this type, or null. */
export function mismatchOf(value: JsonValue, { type, values }: Pick<Parameter, 'type' | 'values'>, at: string): string | null {
  const unwritable = notJcsAt(value, at);
  if (unwritable !== null) return `expected an integer within 2^53-1 at ${unwritable}`;
  const text = formatSpine(value);
  if (type !== 'any' && !FITS[type](value)) return `expected ${type}, found ${text}`;
  if (values.length === 0 || values.some((one) => formatSpine(one) === text)) return null;
  return `expected one of ${values.map(formatSpine).join(', ')}, found ${text}`;
}

function isNumber(value: JsonValue): boolean {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Float;
}
