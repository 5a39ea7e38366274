/**
 * The two canonical forms (C3). Only these functions serialise evidence.
 *
 *     formatSpine({ b: new Float(1), a: 2n ** 63n })   {"a":9223372036854775808,"b":1.0}     keys in UTF-8 byte order
 *     formatJcs({ b: new Float(1), a: 2 })             {"a":2,"b":1}                         RFC 8785, keys in UTF-16 order
 *
 * The output is compact and has no final newline. A JavaScript number without a fraction is written as an integer, any other number as a
 * float.
 */
import { compareUtf8 } from '../bytes/order.ts';
import { exactNumber, jcsNumber, spineNumber } from './number.ts';
import { Float, type JsonObject, type JsonValue } from './value.ts';

interface Form {
  readonly number: (value: number | bigint | Float) => string;
  readonly compareKeys: ((a: string, b: string) => number) | undefined;
}

const SPINE: Form = { number: spineNumber, compareKeys: compareUtf8 };
const EXACT: Form = { number: exactNumber, compareKeys: compareUtf8 };
const JCS: Form = { number: jcsNumber, compareKeys: undefined };

export function formatSpine(value: JsonValue): string {
  return format(value, SPINE);
}

/**
 * For comparing data, not for evidence: like spine, but a number is the decimal number that it is, so `1`, `1.0` and `1e0` are one text, and
 * every digit counts.
 */
export function formatExact(value: JsonValue): string {
  return format(value, EXACT);
}

export function formatJcs(value: JsonValue): string {
  return format(value, JCS);
}

/**
 * Matches strings that need no escape and are certainly well-formed, as nearly all are. This was measured to be twice as fast as the check
 * of the engine.
 */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Writes a JSON string. It escapes only what must be escaped, and refuses a lone surrogate. */
export function quote(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new RangeError('a lone surrogate cannot be written as UTF-8');
  return JSON.stringify(text);
}

function format(value: JsonValue, form: Form): string {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
    case 'bigint':
      return form.number(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (value instanceof Float) return form.number(value);
      return isArray(value) ? formatArray(value, form) : formatObject(value, form);
    default:
      throw new TypeError(`a ${typeof value} is not a JSON value`);
  }
}

/** `Array.isArray` does not narrow a readonly array out of a union. */
function isArray(value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function formatArray(array: readonly JsonValue[], form: Form): string {
  let text = '[';
  for (let i = 0; i < array.length; i++) {
    if (i > 0) text += ',';
    text += format(array[i] as JsonValue, form);
  }
  return `${text}]`;
}

function formatObject(object: JsonObject, form: Form): string {
  const keys = Object.keys(object);
  if (!areInOrder(keys, form)) keys.sort(form.compareKeys);
  let text = '{';
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    if (i > 0) text += ',';
    text += `${quote(key)}:${format(object[key] as JsonValue, form)}`;
  }
  return `${text}}`;
}

/** The keys of most objects here are already in order. Sorting would copy them first. */
function areInOrder(keys: readonly string[], { compareKeys }: Form): boolean {
  for (let i = 1; i < keys.length; i++) {
    const [before, key] = [keys[i - 1] as string, keys[i] as string];
    if (compareKeys === undefined ? before > key : compareKeys(before, key) > 0) return false;
  }
  return true;
}
