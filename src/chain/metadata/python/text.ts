/**
 * Decodes a Python string literal. Bytes (`b`) and f-strings have no constant text. Surrogates are not characters, and `\N{…}` would need Python's
 * table of names.
 *
 *     "a\x62\
 *     c"            abc
 *     r'\d'         \d
 *     b"abc"        null
 */
import { failAt } from '../error.ts';
import { isQuote } from './string.ts';

const ESCAPE = /\\(?:([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(\n)|([^]))/g;

const SINGLE: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\u{7}',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Decodes the literal from `start` to `end`. Throws `MetadataError`. */
export function pythonText(text: string, start: number, end: number): string | null {
  let quoteAt = start;
  while (!isQuote(text.charCodeAt(quoteAt))) quoteAt++;
  const prefix = quoteAt === start ? '' : text.slice(start, quoteAt).toLowerCase();
  if (/[bft]/.test(prefix)) return null;
  const quote = text[quoteAt];
  const width = text[quoteAt + 1] === quote && text[quoteAt + 2] === quote ? 3 : 1;
  const inside = quoteAt + width;
  const body = text.slice(inside, end - width);
  if (prefix === 'r' || !body.includes('\\')) return body;
  return body.replace(
    ESCAPE,
    (escape, octal?: string, x?: string, u?: string, long?: string, newline?: string, other?: string, at?: number) => {
      const place = inside + (at as number);
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      const hex = x ?? u ?? long;
      if (hex !== undefined) return characterOf(Number.parseInt(hex, 16), text, place);
      if (newline !== undefined) return '';
      const letter = other as string;
      if ('xuUN'.includes(letter)) return failAt(`unreadable escape \\${letter}`, text, place);
      return Object.hasOwn(SINGLE, letter) ? (SINGLE[letter] as string) : escape;
    },
  );
}

function characterOf(code: number, text: string, place: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return failAt('escape sequence that is not a character', text, place);
  return String.fromCodePoint(code);
}
