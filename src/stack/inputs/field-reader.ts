/**
 * Reads a document field by field. Faults are recorded with their position and reading continues, so that all faults are reported together.
 *
 *     const zone = openReading(value);
 *     zone.text('zone_id')                    'org.example.zone.one', or '' and a fault
 *     zone.shaped({ … })                      { ok: false, faults: [{ at: 'zone_id', message: 'expected a string, found nothing' }] }
 */
import { Float, isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { Fault, Shaped } from './facts.ts';

const NO_FIELDS: JsonObject = {};

/** Reads one element of a list; `at` is its position. */
type ReadItem<T> = (item: JsonValue, at: string, faults: Fault[]) => T;

export function openReading(value: JsonValue): Reading {
  return objectOf(value, '', []);
}

export function objectOf(value: JsonValue | undefined, at: string, faults: Fault[]): Reading {
  if (isJsonObject(value)) return new Reading(at, value, faults);
  faults.push({ at, message: expected('an object', value) });
  return new Reading(at, NO_FIELDS, faults);
}

export function textOf(value: JsonValue | undefined, at: string, faults: Fault[]): string {
  if (typeof value === 'string' && value !== '') return value;
  faults.push({ at, message: value === '' ? 'expected text, found none' : expected('a string', value) });
  return '';
}

export class Reading {
  readonly at: string;
  readonly fields: JsonObject;
  /** Shared by all readings of one document. */
  readonly faults: Fault[];

  constructor(at: string, fields: JsonObject, faults: Fault[]) {
    this.at = at;
    this.fields = fields;
    this.faults = faults;
  }

  shaped<T>(value: T): Shaped<T> {
    if (this.faults.length === 0) return { ok: true, value };
    const places = new Set(this.faults.map(({ at }) => at));
    return { ok: false, faults: this.faults.filter(({ at }) => !isBelowOne(at, places)) };
  }

  place(name: string): string {
    return this.at === '' ? name : `${this.at}.${name}`;
  }

  fault(name: string, message: string): void {
    this.faults.push({ at: this.place(name), message });
  }

  /** Reads a non-empty text. */
  text(name: string): string {
    return textOf(this.fields[name], this.place(name), this.faults);
  }

  optionalText(name: string): string | undefined {
    return this.fields[name] === undefined ? undefined : this.text(name);
  }

  matching(name: string, pattern: RegExp, wanted: string): string {
    return this.#textThat(name, (text) => pattern.test(text), wanted);
  }

  oneOf(name: string, words: readonly string[]): string {
    return this.#textThat(name, (text) => words.includes(text), `one of ${words.join(', ')}`);
  }

  #textThat(name: string, fits: (text: string) => boolean, wanted: string): string {
    const found = this.faults.length;
    const text = this.text(name);
    if (this.faults.length === found && !fits(text)) this.fault(name, `expected ${wanted}, found ${text}`);
    return text;
  }

  integer(name: string, least: number): number {
    const value = this.fields[name];
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
    const wanted = least === Number.MIN_SAFE_INTEGER ? 'an integer' : `an integer of at least ${least}`;
    this.fault(name, typeof value === 'number' ? `expected ${wanted}, found ${value}` : expected(wanted, value));
    return least;
  }

  object(name: string): Reading {
    return objectOf(this.fields[name], this.place(name), this.faults);
  }

  optionalObject(name: string): Reading | undefined {
    return this.fields[name] === undefined ? undefined : this.object(name);
  }

  list<T>(name: string, read: ReadItem<T>): readonly T[] {
    const value = this.fields[name];
    const at = this.place(name);
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item, index) => read(item, `${at}[${index}]`, this.faults));
    this.faults.push({ at, message: expected('a list', value) });
    return [];
  }

  optionalList<T>(name: string, read: ReadItem<T>): readonly T[] | undefined {
    return this.fields[name] === undefined ? undefined : this.list(name, read);
  }

  texts(name: string): readonly string[] {
    return this.list(name, textOf);
  }

  optionalTexts(name: string): readonly string[] | undefined {
    return this.optionalList(name, textOf);
  }

  objects<T>(name: string, read: (item: Reading) => T): readonly T[] {
    return this.list(name, (item, at, faults) => read(objectOf(item, at, faults)));
  }

  optionalObjects<T>(name: string, read: (item: Reading) => T): readonly T[] | undefined {
    return this.fields[name] === undefined ? undefined : this.objects(name, read);
  }
}

/** True if a fault is below another fault, which already covers it. */
function isBelowOne(at: string, places: ReadonlySet<string>): boolean {
  if (at !== '' && places.has('')) return true;
  for (let i = 0; i < at.length; i++) if ((at[i] === '.' || at[i] === '[') && places.has(at.slice(0, i))) return true;
  return false;
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
