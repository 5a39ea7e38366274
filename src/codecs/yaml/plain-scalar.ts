/**
 * The value of a plain scalar of one line in YAML 1.2, for simple cases: words, versions, dates, usual numbers.
 *
 *     resolvePlain('0.1.0')     '0.1.0'
 *     resolvePlain('12')        12
 *     resolvePlain('0x1F')      throws: the parser decides
 */
import { Float, type JsonValue } from '#core/json/value';

/** Thrown by the readers of plain YAML for text that is left to the parser. One object is enough, because it contains no information. */
export class NotSimple extends Error {}
export const notSimple = new NotSimple();

const STARTS_SCALAR = /^(?:[A-Za-z0-9_./$<=+^;(\\\u00a1-\ud7ff]|-[0-9])/;
/** Neither a number nor text that looks like one starts like this. */
const STARTS_TEXT = /^(?:[A-Za-z_/$<=^;(\\\u00a1-\ud7ff]|\.{1,2}\/)/;
/** These end a plain scalar, or cannot be part of one. */
export const MARKED = /: | #|:$/;
const INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;
const DECIMAL = /^-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}$/;
/** Two separators make a version, a date or a time; a number has only one. */
const NO_NUMBER = /^[0-9]+[.:-][0-9]+[.:-]/;
/** A character that occurs in no number, as in most digests. Octal and hexadecimal numbers are left to the parser. */
const LETTERED = /^(?!0[ox])[0-9].*[^0-9eE.+-]/;
const WORDS: ReadonlyMap<string, null | boolean> = new Map<string, null | boolean>([
  ...['null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

/** Throws for a scalar that only the parser can judge. */
export function resolvePlain(text: string): JsonValue {
  if (!STARTS_SCALAR.test(text) || MARKED.test(text)) throw notSimple;
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  if (STARTS_TEXT.test(text)) return text;
  if (INTEGER.test(text)) return Number(text);
  if (DECIMAL.test(text)) return new Float(Number(text));
  if (NO_NUMBER.test(text) || LETTERED.test(text)) return text;
  throw notSimple;
}

/** Whether this is a spelling of `null`, `true` or `false`. */
export function isWord(text: string): boolean {
  return WORDS.has(text);
}
