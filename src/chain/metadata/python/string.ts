/**
 * Finds the end of a Python string literal, in every quoting style, and of f-strings with nested fields (PEP 701): a quote inside a field does not
 * end the string around it.
 *
 *     "a\"b"      '''it's'''      rb'\n'      f"{d["key"]:>{width}}"
 */
import { failAt } from '../error.ts';

/** The limit of nested f-strings; Python itself allows 150. */
const MAX_DEPTH = 100;

const PREFIXES = new Set(['', 'r', 'u', 'b', 'br', 'rb', 'f', 'fr', 'rf', 't', 'tr', 'rt']);

const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const WORD = /[\w\u0080-\uffff]+/y;

interface Quoting {
  /** The offset of the prefix. */
  readonly start: number;
  readonly quote: number;
  readonly isTriple: boolean;
}

export function isStringPrefix(word: string): boolean {
  return PREFIXES.has(word.toLowerCase());
}

export function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27;
}

/** Returns the end of the literal whose prefix starts at `start` and whose quote is at `at`. Throws `MetadataError`. */
export function endOfString(text: string, start: number, at: number, depth = 0): number {
  const quote = text.charCodeAt(at);
  const isTriple = text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote;
  const prefix = start === at ? '' : text.slice(start, at).toLowerCase();
  const quoting = { start, quote, isTriple };
  const inside = at + (isTriple ? 3 : 1);
  return prefix.includes('f') || prefix.includes('t') ? endOfFormatted(text, quoting, inside, depth) : endOfPlain(text, quoting, inside);
}

function endOfPlain(text: string, quoting: Quoting, inside: number): number {
  const { quote, isTriple } = quoting;
  for (let at = inside; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === quote && closes(text, quoting, at)) return at + (isTriple ? 3 : 1);
    else if (code === NEWLINE && !isTriple) break;
  }
  return unterminated(text, quoting);
}

function endOfFormatted(text: string, quoting: Quoting, inside: number, depth: number): number {
  const { quote, isTriple } = quoting;
  let at = inside;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at = afterBackslash(text, at);
    else if (code === quote && closes(text, quoting, at)) return at + (isTriple ? 3 : 1);
    else if (code === NEWLINE && !isTriple) break;
    else if (code !== OPENING_BRACE) at++;
    else if (text.charCodeAt(at + 1) === OPENING_BRACE) at += 2;
    else at = endOfField(text, quoting, at + 1, depth + 1);
  }
  return unterminated(text, quoting);
}

function closes(text: string, { quote, isTriple }: Quoting, at: number): boolean {
  return !isTriple || (text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote);
}

/** A brace opens or closes a field even after a backslash. The brace of `\N{…}` does not open a field, but is closed in the same way. */
function afterBackslash(text: string, at: number): number {
  const next = text.charCodeAt(at + 1);
  return next === OPENING_BRACE || next === CLOSING_BRACE ? at + 1 : at + 2;
}

function endOfField(text: string, quoting: Quoting, inside: number, depth: number): number {
  if (depth > MAX_DEPTH) return failAt(`expected at most ${MAX_DEPTH} fields in each other`, text, inside - 1);
  let brackets = 0;
  let at = inside;
  while (at < text.length) {
    const character = text[at] as string;
    if (character === '}' && brackets === 0) return at + 1;
    if (character === ':' && brackets === 0) return endOfFormat(text, quoting, at + 1, depth);
    if (isQuote(text.charCodeAt(at))) at = endOfString(text, at, at, depth);
    else if (isWordStart(text, at)) at = endOfWord(text, at, depth);
    else if (character === '#') at = endOfLine(text, at);
    else {
      if ('([{'.includes(character)) brackets++;
      else if (')]}'.includes(character) && --brackets < 0) return failAt(`unexpected ${character}`, text, at);
      at++;
    }
  }
  return unterminated(text, quoting);
}

function isWordStart(text: string, at: number): boolean {
  WORD.lastIndex = at;
  return WORD.test(text);
}

/** Returns the end of a name in a field, or of the string that it is the prefix of. */
function endOfWord(text: string, start: number, depth: number): number {
  WORD.lastIndex = start;
  WORD.test(text);
  const end = WORD.lastIndex;
  const isPrefix = isQuote(text.charCodeAt(end)) && isStringPrefix(text.slice(start, end));
  return isPrefix ? endOfString(text, start, end, depth) : end;
}

function endOfFormat(text: string, quoting: Quoting, inside: number, depth: number): number {
  let at = inside;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === CLOSING_BRACE) return at + 1;
    if (code === OPENING_BRACE) at = endOfField(text, quoting, at + 1, depth + 1);
    else if (code === BACKSLASH) at = afterBackslash(text, at);
    else if ((code === quoting.quote && closes(text, quoting, at)) || (code === NEWLINE && !quoting.isTriple)) break;
    else at++;
  }
  return unterminated(text, quoting);
}

export function endOfLine(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline < 0 ? text.length : newline;
}

function unterminated(text: string, { start }: Quoting): never {
  return failAt('unterminated string', text, start);
}
