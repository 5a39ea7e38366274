/**
 * Finds the end of JavaScript tokens with arbitrary content: strings, templates and regular expressions.
 *
 *     'it\'s'      `a ${      }b`      /[/"]\//gi
 *
 * Each character is read once, in a loop: the regular expressions of the engine overflow the stack on tokens of a few megabytes.
 */
import { failAt } from '../error.ts';

const FLAGS = /[\w$]*/y;

export function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x2028 || code === 0x2029;
}

/** The end of the string whose opening quote is at `start`. */
export function endOfQuoted(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (character === quote) return at + 1;
    if (character === '\\') at += text.startsWith('\r\n', at + 1) ? 2 : 1;
    else if (character === '\n' || character === '\r') break;
  }
  return failAt('unterminated string', text, start);
}

/** The end of the template part that starts at `start`, including what ends it: a backtick, or `${`. */
export function endOfTemplatePart(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '`') return at + 1;
    if (character === '$' && text[at + 1] === '{') return at + 2;
    if (character === '\\') at++;
  }
  return failAt('unterminated template', text, start);
}

/** The end of the regular expression whose slash is at `start`, including its flags. */
export function endOfRegex(text: string, start: number): number {
  let isInClass = false;
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (isLineEnd(text.charCodeAt(at))) break;
    if (character === '/' && !isInClass) {
      FLAGS.lastIndex = at + 1;
      FLAGS.test(text);
      return FLAGS.lastIndex;
    }
    if (character === '[') isInClass = true;
    else if (character === ']') isInClass = false;
    else if (character === '\\' && !isLineEnd(text.charCodeAt(at + 1))) at++;
  }
  return failAt('unterminated regular expression', text, start);
}
