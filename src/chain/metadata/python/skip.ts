/**
 * The rest of a line of Python that is of no interest: words of the same kind are hopped over at once, where nothing in them could open a
 * string, a bracket or a comment, or be no word at all. Lines in blocks are most of a tool, and every tool is read.
 */
import { isQuote } from './string.ts';
import { nextToken, type Tokens } from './tokens.ts';

/** `!` stands only before `=`, and what is beyond ASCII is judged by itself. */
const HARMLESS = /[\w \t+\-*/%@&|^~<>=:;,.]+/y;
const WORD = /\w/;

/** Up to the end of the line, as word by word. */
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
  // A word right before a quote, or before what is beyond ASCII, is part of what comes.
  if (isQuote(text.charCodeAt(end)) || text.charCodeAt(end) >= 128) while (end > tokens.end && WORD.test(text[end - 1] as string)) end--;
  const last = lastWordAt(text, tokens.end, end);
  if (last < 0) return;
  tokens.kind = 'operator';
  tokens.start = last;
  tokens.end = end;
  tokens.sign = text[last] === ':' ? ':' : '';
}

/** The last character that is no space, or -1. */
function lastWordAt(text: string, start: number, end: number): number {
  let at = end - 1;
  while (at >= start && (text[at] === ' ' || text[at] === '\t')) at--;
  return at < start ? -1 : at;
}
