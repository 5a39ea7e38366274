/**
 * Skips the rest of a Python line quickly: runs of characters that cannot start a string, a bracket, a comment or an invalid token are skipped in
 * one step. Most lines of a tool are inside blocks, and every tool is read.
 */
import { isQuote } from './string.ts';
import { nextToken, type Tokens } from './tokens.ts';

/** `!` is valid only before `=`, and non-ASCII characters are checked separately; both are left out. */
const HARMLESS = /[\w \t+\-*/%@&|^~<>=:;,.]+/y;
const WORD = /\w/;

/** Skips to the end of the line, with the same result as reading token by token. */
export function skipLine(tokens: Tokens): void {
  while (tokens.kind !== 'newline') {
    hop(tokens);
    nextToken(tokens);
  }
}

function hop(tokens: Tokens): void {
  const { text } = tokens;
  HARMLESS.lastIndex = tokens.end;
  if (!HARMLESS.test(text)) return;
  let end = HARMLESS.lastIndex;
  // A name right before a quote, or before a non-ASCII character, belongs to the next token.
  if (isQuote(text.charCodeAt(end)) || text.charCodeAt(end) >= 128) while (end > tokens.end && WORD.test(text[end - 1] as string)) end--;
  const last = lastWordAt(text, tokens.end, end);
  if (last < 0) return;
  tokens.kind = 'operator';
  tokens.start = last;
  tokens.end = end;
  tokens.sign = text[last] === ':' ? ':' : '';
}

/** Returns the offset of the last character that is not white space, or -1. */
function lastWordAt(text: string, start: number, end: number): number {
  let at = end - 1;
  while (at >= start && (text[at] === ' ' || text[at] === '\t')) at--;
  return at < start ? -1 : at;
}
