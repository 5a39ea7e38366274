/**
 * What a plain scalar of one line means in YAML 1.2, for those that are plain to see: words, versions, dates, usual numbers.
 *
 *     resolvePlain('0.1.0')     '0.1.0'
 *     resolvePlain('12')        12
 *     resolvePlain('0x1F')      throws: the parser is asked
 */
import { Float, type JsonValue } from '#core/json/value';

/** Thrown by readers of plain YAML for what is left to the parser; made once, as it says nothing. */
export class NotPlain extends Error {}
export const notPlain = new NotPlain();

const STARTS_SCALAR = /^(?:[A-Za-z0-9_./$<=+^;(\\\u00a1-\ud7ff]|-[0-9])/;
/** No number starts so, and neither does what looks like one. */
const STARTS_TEXT = /^(?:[A-Za-z_/$<=^;(\\\u00a1-\ud7ff]|\.{1,2}\/)/;
/** What ends a plain scalar, or is no part of one. */
export const MARKED = /: | #|:$/;
const INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;
const DECIMAL = /^-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}$/;
/** Two separators: a version, a date, a time; a number has none of these. */
const NO_NUMBER = /^[0-9]+[.:-][0-9]+[.:-]/;
/** A character that is in no number, such as most digests have; octal and hexadecimal ones are left to the parser. */
const LETTERED = /^(?!0[ox])[0-9].*[^0-9eE.+-]/;
const WORDS: ReadonlyMap<string, null | boolean> = new Map<string, null | boolean>([
  ...['null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

/** What a plain scalar of one line means; throws for one that only the parser may judge. */
export function resolvePlain(text: string): JsonValue {
  if (!STARTS_SCALAR.test(text) || MARKED.test(text)) throw notPlain;
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  if (STARTS_TEXT.test(text)) return text;
  if (INTEGER.test(text)) return Number(text);
  if (DECIMAL.test(text)) return new Float(Number(text));
  if (NO_NUMBER.test(text) || LETTERED.test(text)) return text;
  throw notPlain;
}

/** `null`, `true`, `false` in their spellings. */
export function isWord(text: string): boolean {
  return WORDS.has(text);
}
