/** How the values of keywords are read, and how values are named in faults. */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatExact } from '#core/json/write';
import type { Regex } from '#core/regex';
import { shortened } from '../columns/named-cells.ts';
import { kindOf } from '../columns/pointed-cells.ts';
import { describeValue } from '../define/faults.ts';
import { shown } from '../shown.ts';
import type { KeywordContext } from './schema.ts';

export function shownValue(value: JsonValue): string {
  switch (kindOf(value)) {
    case 'string':
      return shown(shortened(value as string));
    case 'array':
      return 'an array';
    case 'object':
      return 'an object';
    default:
      return shortened(formatExact(value));
  }
}

export function countOf(value: JsonValue, { mistake }: KeywordContext): number {
  const number = kindOf(value) === 'number' ? Number(formatExact(value)) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw mistake(`expected a whole number from 0, found ${describeValue(value)}`);
}

export function listOf(value: JsonValue, { mistake }: KeywordContext): readonly JsonValue[] {
  if (Array.isArray(value)) return value as readonly JsonValue[];
  throw mistake(`expected a list, found ${describeValue(value)}`);
}

/** At least one schema. */
export function schemasOf(value: JsonValue, context: KeywordContext): readonly string[] {
  const list = listOf(value, context);
  if (list.length === 0) throw context.mistake('expected at least one schema, found an empty list');
  return list.map((_, i) => String(i));
}

export function mappingOf(value: JsonValue, { mistake }: KeywordContext): JsonObject {
  if (isJsonObject(value)) return value;
  throw mistake(`expected a mapping, found ${describeValue(value)}`);
}

export function namesOf(value: JsonValue, context: KeywordContext, ...steps: readonly string[]): readonly string[] {
  const list = listOf(value, context);
  const stray = list.findIndex((name, i) => typeof name !== 'string' || list.indexOf(name) < i);
  if (stray >= 0) throw context.mistake(`expected different names, found ${describeValue(list[stray])}`, ...steps, String(stray));
  return list as readonly string[];
}

export function patternOf(value: JsonValue, { regex, mistake }: KeywordContext, ...steps: readonly string[]): Regex {
  if (typeof value !== 'string') throw mistake(`expected a regular expression, found ${describeValue(value)}`, ...steps);
  try {
    return regex(value);
  } catch (error) {
    throw mistake(`bad pattern: ${error instanceof Error ? error.message : String(error)}`, ...steps);
  }
}
