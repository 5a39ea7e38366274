/**
 * Reads a document field by field. Faults are recorded with their position and reading continues, so that all faults are reported together.
 *
 *     const zone = openReading(value);
 *     textAt(zone, 'zone_id')                    'org.example.zone.one', or '' and a fault
 *     shaped(zone, { … })                        { ok: false, faults: [{ at: 'zone_id', message: 'expected a string, found nothing' }] }
 */
import { Float, isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { Fault, Shaped } from './facts.ts';

export interface Reading {
  readonly at: string;
  readonly fields: JsonObject;
  /** Shared by all readings of one document. */
  readonly faults: Fault[];
}

const NO_FIELDS: JsonObject = {};

export function openReading(value: JsonValue): Reading {
  return objectOf(value, '', []);
}

export function shaped<T>({ faults }: Reading, value: T): Shaped<T> {
  if (faults.length === 0) return { ok: true, value };
  const places = new Set(faults.map(({ at }) => at));
  return { ok: false, faults: faults.filter(({ at }) => !isBelowOne(at, places)) };
}

/** True if a fault is below another fault, which already covers it. */
function isBelowOne(at: string, places: ReadonlySet<string>): boolean {
  if (at !== '' && places.has('')) return true;
  for (let i = 0; i < at.length; i++) if ((at[i] === '.' || at[i] === '[') && places.has(at.slice(0, i))) return true;
  return false;
}

export function objectOf(value: JsonValue | undefined, at: string, faults: Fault[]): Reading {
  if (isJsonObject(value)) return { at, fields: value, faults };
  faults.push({ at, message: expected('an object', value) });
  return { at, fields: NO_FIELDS, faults };
}

export function fault(reading: Reading, name: string, message: string): void {
  reading.faults.push({ at: placeAt(reading, name), message });
}

/** Reads a non-empty text. */
export function textAt(reading: Reading, name: string): string {
  return textOf(reading.fields[name], placeAt(reading, name), reading.faults);
}

export function optionalTextAt(reading: Reading, name: string): string | undefined {
  return reading.fields[name] === undefined ? undefined : textAt(reading, name);
}

export function matchingAt(reading: Reading, name: string, pattern: RegExp, wanted: string): string {
  const found = reading.faults.length;
  const text = textAt(reading, name);
  if (reading.faults.length === found && !pattern.test(text)) fault(reading, name, `expected ${wanted}, found ${text}`);
  return text;
}

export function oneOfAt(reading: Reading, name: string, words: readonly string[]): string {
  const found = reading.faults.length;
  const text = textAt(reading, name);
  if (reading.faults.length === found && !words.includes(text)) fault(reading, name, `expected one of ${words.join(', ')}, found ${text}`);
  return text;
}

export function integerAt(reading: Reading, name: string, least: number): number {
  const value = reading.fields[name];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  const wanted = least === Number.MIN_SAFE_INTEGER ? 'an integer' : `an integer of at least ${least}`;
  fault(reading, name, typeof value === 'number' ? `expected ${wanted}, found ${value}` : expected(wanted, value));
  return least;
}

export function objectAt(reading: Reading, name: string): Reading {
  return objectOf(reading.fields[name], placeAt(reading, name), reading.faults);
}

export function optionalObjectAt(reading: Reading, name: string): Reading | undefined {
  return reading.fields[name] === undefined ? undefined : objectAt(reading, name);
}

/** Reads each element of a list; `at` is its position. */
export function listAt<T>(reading: Reading, name: string, read: (item: JsonValue, at: string, faults: Fault[]) => T): readonly T[] {
  const value = reading.fields[name];
  const at = placeAt(reading, name);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item, index) => read(item, `${at}[${index}]`, reading.faults));
  reading.faults.push({ at, message: expected('a list', value) });
  return [];
}

export function optionalListAt<T>(
  reading: Reading,
  name: string,
  read: (item: JsonValue, at: string, faults: Fault[]) => T,
): readonly T[] | undefined {
  return reading.fields[name] === undefined ? undefined : listAt(reading, name, read);
}

export function textOf(value: JsonValue | undefined, at: string, faults: Fault[]): string {
  if (typeof value === 'string' && value !== '') return value;
  faults.push({ at, message: value === '' ? 'expected text, found none' : expected('a string', value) });
  return '';
}

export function placeAt({ at }: Reading, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

function expected(wanted: string, value: JsonValue | undefined): string {
  return `expected ${wanted}, found ${kindOf(value)}`;
}

function kindOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return value instanceof Float ? 'a number' : 'an object';
  return typeof value === 'string' ? 'a string' : typeof value === 'boolean' ? 'a boolean' : 'a number';
}
