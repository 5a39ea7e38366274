/**
 * Splits a JavaScript or TypeScript program into tokens, and tracks the open brackets. Comments are not tokens; a template with substitutions is
 * several tokens, with those of its substitutions between them.
 *
 *     a = `x${b}y` / 2      name a, punctuator =, template `x${, name b, template }y`, punctuator /, number 2
 *
 * Only tokens are checked, not the grammar: unterminated strings, templates, comments, regular expressions and brackets are `MetadataError`s.
 */

import { failAt } from '../error.ts';
import { endOf } from '../pattern-end.ts';
import { endOfQuoted, endOfRegex, endOfTemplatePart, isLineEnd } from './ends.ts';
import { AFTER_OPERAND, afterClosing, afterName, afterPunctuator, BEFORE_ALL, type Before } from './slash.ts';

export type ScriptTokenKind = 'name' | 'number' | 'string' | 'template' | 'regex' | 'punctuator' | 'end';

interface Bracket {
  readonly at: number;
  /** `}` followed by a backtick stands for a substitution, after which its template continues. */
  readonly close: ')' | ']' | '}' | '}`';
  readonly isObject: boolean;
  readonly endsStatement: boolean;
}

/** The state of the tokenizer; `kind`, `start` and `end` describe the current token. */
export interface ScriptTokens {
  readonly text: string;
  kind: ScriptTokenKind;
  start: number;
  end: number;
  readonly brackets: Bracket[];
  /** The bracket depth of each function or class expression whose body has not started yet. */
  readonly bodies: number[];
  before: Before;
  /** True if the token before this one ends an operand and is on an earlier line. */
  isOnNewLine: boolean;
}

/** All non-ASCII characters are allowed, except white space and line ends. */
const NAME =
  /[\w$#\\\u0080-\u009f\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\uffff]*/y;
const NUMBER = /0[xXoObB]\w*|[\d_]*\.?[\d_]*(?:[eE][+-]?[\d_]+)?\w*/y;
const PUNCTUATOR = /=>|={1,3}|!={1,2}|\+\+|--|\?\.(?!\d)|\.\.\.|(?:\*\*|<<|>>>?|&&|\|\||\?\?|[-+*/%&|^<>])=?|[^]/y;

export function scriptTokensOf(text: string): ScriptTokens {
  return { text, kind: 'punctuator', start: 0, end: afterHashbang(text), brackets: [], bodies: [], before: BEFORE_ALL, isOnNewLine: false };
}

function afterHashbang(text: string): number {
  const start = text.startsWith('\u{feff}') ? 1 : 0;
  return text.startsWith('#!', start) ? endOfLine(text, start) : start;
}

export function nextScriptToken(tokens: ScriptTokens): ScriptTokenKind {
  const { text, before } = tokens;
  const at = skipSpace(tokens);
  const character = text[at];
  if (character === undefined) return endText(tokens, at);
  if (character === '"' || character === "'") return move(tokens, 'string', at, endOfQuoted(text, at), AFTER_OPERAND);
  if (character === '`') return template(tokens, at);
  if (isDigit(text.charCodeAt(at)) || (character === '.' && isDigit(text.charCodeAt(at + 1))))
    return move(tokens, 'number', at, endOf(NUMBER, text, at), AFTER_OPERAND);
  const nameEnd = endOf(NAME, text, at);
  if (nameEnd > at) return name(tokens, at, nameEnd);
  if ('([{'.includes(character)) return openBracket(tokens, at);
  if (')]}'.includes(character)) return closeBracket(tokens, at);
  if (character === '/' && before.opensRegex) return move(tokens, 'regex', at, endOfRegex(text, at), AFTER_OPERAND);
  const end = endOf(PUNCTUATOR, text, at);
  // It was the key of an object, not a function or class.
  if (character === ':') takeBody(tokens);
  const isInObject = tokens.brackets.at(-1)?.isObject ?? false;
  return move(tokens, 'punctuator', at, end, afterPunctuator(text.slice(at, end), before, isInObject));
}

/** Returns the start of the next token. */
function skipSpace(tokens: ScriptTokens): number {
  const { text, end, before } = tokens;
  let at = end;
  let hasLineEnd = false;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code)) hasLineEnd = true;
    else if (code === 0x2f && text[at + 1] === '/') at = endOfLine(text, at) - 1;
    else if (code === 0x2f && text[at + 1] === '*') {
      const close = text.indexOf('*/', at + 2);
      if (close < 0) failAt('unterminated comment', text, at);
      hasLineEnd ||= endOfLine(text, at, close) < close;
      at = close + 1;
    } else if (!isSpace(code)) break;
  }
  tokens.isOnNewLine = hasLineEnd && before.endsOperand;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x80 && /\s/.test(String.fromCharCode(code)));
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function endOfLine(text: string, start: number, most = text.length): number {
  let at = start;
  while (at < most && !isLineEnd(text.charCodeAt(at))) at++;
  return at;
}

function endText(tokens: ScriptTokens, at: number): ScriptTokenKind {
  const bracket = tokens.brackets.at(-1);
  if (bracket !== undefined) failAt(`unterminated ${bracketText(tokens, bracket)}`, tokens.text, bracket.at);
  return move(tokens, 'end', at, at, BEFORE_ALL);
}

function name(tokens: ScriptTokens, start: number, end: number): ScriptTokenKind {
  const { text, before, brackets, bodies } = tokens;
  const word = text.slice(start, end);
  if (isNoKeyword(tokens, word)) return move(tokens, 'name', start, end, AFTER_OPERAND);
  if ((word === 'function' || word === 'class') && before.opensOperand && !tokens.isOnNewLine) bodies.push(brackets.length);
  return move(tokens, 'name', start, end, afterName(word, before));
}

/** A property name, or `of` outside a `for (a of b)`. */
function isNoKeyword({ text, kind, start, end, before, brackets }: ScriptTokens, word: string): boolean {
  if (kind === 'punctuator' && text[end - 1] === '.' && end - start < 3) return true;
  const bracket = brackets.at(-1);
  return word === 'of' && !(before.endsOperand && bracket?.close === ')' && bracket.endsStatement);
}

function template(tokens: ScriptTokens, at: number): ScriptTokenKind {
  const { text, brackets } = tokens;
  const end = endOfTemplatePart(text, at);
  if (text[end - 1] === '`') return move(tokens, text[at] === '`' ? 'string' : 'template', at, end, AFTER_OPERAND);
  brackets.push({ at: end - 2, close: '}`', isObject: false, endsStatement: false });
  return move(tokens, 'template', at, end, afterPunctuator('(', tokens.before, false));
}

function openBracket(tokens: ScriptTokens, at: number): ScriptTokenKind {
  const { text, before, brackets } = tokens;
  const character = text[at] as string;
  const isBlock = character === '{' && before.opensBlock;
  const isObject = character === '{' && !isBlock;
  const isOperand = character === '{' && takeBody(tokens);
  const endsStatement = character === '(' ? before.opensCondition : isBlock && !isOperand;
  brackets.push({ at, close: character === '(' ? ')' : character === '[' ? ']' : '}', isObject, endsStatement });
  return move(tokens, 'punctuator', at, at + 1, afterPunctuator(isObject ? '(' : character, before, false));
}

/** True if the body of a function or class expression may start here; it is then removed from the pending ones. */
function takeBody({ bodies, brackets }: ScriptTokens): boolean {
  return bodies.at(-1) === brackets.length && bodies.pop() !== undefined;
}

function closeBracket(tokens: ScriptTokens, at: number): ScriptTokenKind {
  const { text, brackets } = tokens;
  const bracket = brackets.pop();
  if (bracket === undefined) return failAt(`unexpected ${text[at]}`, text, at);
  if (bracket.close[0] !== text[at])
    failAt(`expected the bracket that closes ${bracketText(tokens, bracket)}, found ${text[at]}`, text, at);
  return bracket.close === '}`' ? template(tokens, at) : move(tokens, 'punctuator', at, at + 1, afterClosing(bracket.endsStatement));
}

function bracketText({ text }: ScriptTokens, { at, close }: Bracket): string {
  return close === '}`' ? '${' : (text[at] as string);
}

function move(tokens: ScriptTokens, kind: ScriptTokenKind, start: number, end: number, before: Before): ScriptTokenKind {
  tokens.kind = kind;
  tokens.start = start;
  tokens.end = end;
  tokens.before = before;
  return kind;
}

/** True if the current token is this punctuator. */
export function isPunctuator({ text, kind, start, end }: ScriptTokens, word: string): boolean {
  return kind === 'punctuator' && end - start === word.length && text.startsWith(word, start);
}
