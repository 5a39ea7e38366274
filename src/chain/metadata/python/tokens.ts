/**
 * Splits a Python program into tokens, and tracks the open blocks and brackets. Comments, blank lines and line ends inside brackets are not
 * tokens; a string is one token, even over several lines.
 *
 *     x = (1,          name x, operator =, operator (, number 1, operator ,
 *          "a")        string "a", operator ), newline
 *
 * Only tokens are checked, not the grammar: invalid tokens, unterminated strings and brackets, and wrong indentation are `MetadataError`s.
 */

import { failAt } from '../error.ts';
import { endOf } from '../pattern-end.ts';
import { afterContinuation, enterLine, type Indent, nextLine } from './indent.ts';
import { endOfLine, endOfString, isQuote, isStringPrefix } from './string.ts';

export type TokenKind = 'name' | 'number' | 'string' | 'operator' | 'newline' | 'end';

/** The state of the tokenizer; `kind`, `start` and `end` describe the current token. */
export interface Tokens {
  readonly text: string;
  kind: TokenKind;
  start: number;
  end: number;
  /** The token, if it is an operator or bracket of one character; otherwise empty. */
  sign: string;
  /** The offsets of the open brackets, the innermost last. */
  readonly brackets: number[];
  /** The blocks around the line, from the module inwards. */
  readonly blocks: Indent[];
  endsInColon: boolean;
}

/** The limit of Python itself. */
const MAX_BRACKETS = 200;
const CLOSES: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

const NAME = 1;
const DIGIT = 2;
const QUOTE = 3;
const BRACKET = 4;
const OPERATOR = 5;
const SPACE = 6;

/** The kind of token that each ASCII character starts; 0 is invalid in Python. */
const STARTS = new Uint8Array(128);
const allOf = (characters: string, what: number): void => {
  for (let i = 0; i < characters.length; i++) STARTS[characters.charCodeAt(i)] = what;
};
allOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_', NAME);
allOf('0123456789', DIGIT);
allOf('\'"', QUOTE);
allOf('()[]{}', BRACKET);
allOf('+-*/%@&|^~<>=!:;,.', OPERATOR);
allOf(' \t\f\n#\\', SPACE);

const NEWLINE = 0x0a;
const HASH = 0x23;
const BACKSLASH = 0x5c;
const EQUALS = 0x3d;
const MINUS = 0x2d;
const GREATER = 0x3e;
const EXCLAMATION = 0x21;
/** `**`, `//`, `<<` and `>>` are one operator each. */
const isDoubled = (code: number): boolean => code === 0x2a || code === 0x2f || code === 0x3c || code === 0x3e;
/** `~`, `;`, `,` and `.` do not combine with `=`. */
const isAlone = (code: number): boolean => code === 0x7e || code === 0x3b || code === 0x2c || code === 0x2e;
/** Also matches what Python would read as a keyword after the number: `1if x else 2`. */
const NUMBER = /0[xXoObB]\w*|[\d_]*\.?[\d_]*(?:[eE][+-]?[\d_]+)?\w*/y;
const NAME_RUN = /[\w\u0080-\uffff]*/y;
const STARTS_NAME = /^[\p{XID_Start}_]/u;
const CONTINUES_NAME = /^\p{XID_Continue}/u;

/** Line ends are LF. A byte order mark is skipped, as Python does. */
export function tokensOf(text: string): Tokens {
  const start = text.startsWith('\u{feff}') ? 1 : 0;
  return { text, kind: 'newline', start, end: start, sign: '', brackets: [], blocks: [{ wide: 0, narrow: 0 }], endsInColon: false };
}

export function nextToken(tokens: Tokens): TokenKind {
  if (tokens.kind === 'newline') startLine(tokens);
  const { text } = tokens;
  const at = skipSpace(tokens);
  const code = text.charCodeAt(at);
  if (at >= text.length || code === NEWLINE) return endLine(tokens, at);
  const what = code < 128 ? STARTS[code] : NAME;
  if (what === NAME) return nameOrString(tokens, at);
  if (what === DIGIT || (code === 0x2e && isDigit(text.charCodeAt(at + 1)))) return moveTo(tokens, 'number', at, endOf(NUMBER, text, at));
  if (what === QUOTE) return moveTo(tokens, 'string', at, endOfString(text, at, at));
  if (what === BRACKET) return bracket(tokens, at);
  if (what === OPERATOR) return operator(tokens, at);
  return failAt('unexpected character', text, at);
}

function startLine(tokens: Tokens): void {
  const { text, end } = tokens;
  // Fast path for most lines: the next line is on module level.
  if (STARTS[text.charCodeAt(end)] === NAME && tokens.blocks.length === 1 && !tokens.endsInColon) return;
  const line = nextLine(text, end);
  enterLine(tokens.blocks, line, text, tokens.endsInColon);
  tokens.end = line.at;
}

/** Returns the start of the next token or the end of the line. */
function skipSpace(tokens: Tokens): number {
  const { text } = tokens;
  let at = tokens.end;
  for (;;) {
    const code = text.charCodeAt(at);
    if (STARTS[code] !== SPACE) return at;
    if (code === HASH) at = endOfLine(text, at);
    else if (code === BACKSLASH) at = afterContinuation(text, at);
    else if (code === NEWLINE && tokens.brackets.length === 0) return at;
    else at++;
  }
}

function endLine(tokens: Tokens, at: number): TokenKind {
  const bracketAt = tokens.brackets.at(-1);
  if (bracketAt !== undefined) return failAt(`unterminated ${tokens.text[bracketAt]}`, tokens.text, bracketAt);
  if (tokens.kind === 'newline' || tokens.kind === 'end') return moveTo(tokens, 'end', at, at);
  tokens.endsInColon = tokens.sign === ':';
  return moveTo(tokens, 'newline', at, Math.min(at + 1, tokens.text.length));
}

function nameOrString(tokens: Tokens, start: number): TokenKind {
  const { text } = tokens;
  let end = start;
  let code = text.charCodeAt(end);
  while (code < 128 && (STARTS[code] === NAME || STARTS[code] === DIGIT)) code = text.charCodeAt(++end);
  if (code >= 128) end = endOfWideName(text, start);
  if (isQuote(code) && end - start <= 2 && isStringPrefix(text.slice(start, end)))
    return moveTo(tokens, 'string', start, endOfString(text, start, end));
  return moveTo(tokens, 'name', start, end);
}

/** Reads character by character: the regular expressions of the engine overflow the stack on long non-ASCII names. */
function endOfWideName(text: string, start: number): number {
  let at = start;
  for (const character of text.slice(start, endOf(NAME_RUN, text, start))) {
    if (!(at === start ? STARTS_NAME : CONTINUES_NAME).test(character)) failAt('unexpected character', text, at);
    at += character.length;
  }
  return at;
}

function bracket(tokens: Tokens, at: number): TokenKind {
  const { text, brackets } = tokens;
  const character = text[at] as string;
  if (CLOSES.has(character)) {
    if (brackets.push(at) > MAX_BRACKETS) failAt(`expected at most ${MAX_BRACKETS} brackets in each other`, text, at);
  } else {
    const opening = text[brackets.pop() ?? -1];
    if (opening === undefined) return failAt(`unexpected ${character}`, text, at);
    if (CLOSES.get(opening) !== character) failAt(`expected the bracket that closes ${opening}, found ${character}`, text, at);
  }
  return moveTo(tokens, 'operator', at, at + 1, character);
}

function operator(tokens: Tokens, at: number): TokenKind {
  const { text } = tokens;
  const code = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  let end = at + 1;
  if (isDoubled(code) && next === code) end++;
  else if (code === MINUS && next === GREATER) end++;
  if (!isAlone(code) && text.charCodeAt(end) === EQUALS) end++;
  if (end === at + 1 && code === EXCLAMATION) failAt('unexpected character', text, at);
  return moveTo(tokens, 'operator', at, end, end === at + 1 ? text[at] : '');
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function moveTo(tokens: Tokens, kind: TokenKind, start: number, end: number, sign = ''): TokenKind {
  tokens.kind = kind;
  tokens.start = start;
  tokens.end = end;
  tokens.sign = sign;
  return kind;
}
