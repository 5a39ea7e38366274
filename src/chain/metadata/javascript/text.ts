/**
 * Decodes a JavaScript string literal, or a template without substitutions. Octal escapes, which modules do not allow, and lone surrogates, which
 * are not characters, are refused.
 *
 *     'it\'s \u{1f600}'     it's 😀
 *     `a\
 *     b`                    ab
 */
import { failAt } from '../error.ts';

const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]+)\}|(\r\n|[\n\r\u2028\u2029])|(0)(?!\d)|([^]))/g;

const SINGLE: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Decodes the literal from `start` to `end`, including the quotes. Throws `MetadataError`. */
export function javascriptText(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  const body = text[start] === '`' ? raw.replaceAll(/\r\n?/g, '\n') : raw;
  const value = body.includes('\\') ? body.replace(ESCAPE, meaning) : body;
  return value.isWellFormed() ? value : failAt('lone surrogate', text, start);

  function meaning(_: string, x?: string, u?: string, long?: string, newline?: string, zero?: string, other?: string): string {
    const hex = x ?? u;
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (long !== undefined) return characterOf(Number.parseInt(long, 16));
    if (newline !== undefined) return '';
    if (zero !== undefined) return '\0';
    const letter = other as string;
    if (/[xu\d]/.test(letter)) return failAt(`unreadable escape \\${letter}`, text, start);
    return Object.hasOwn(SINGLE, letter) ? (SINGLE[letter] as string) : letter;
  }

  function characterOf(code: number): string {
    return code > 0x10ffff ? failAt('escape sequence that is not a character', text, start) : String.fromCodePoint(code);
  }
}
