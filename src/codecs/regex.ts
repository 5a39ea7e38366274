/**
 * The regular expressions of definitions, run by RE2: its time is linear in the text for every pattern, so a hostile file or definition
 * cannot hang a run. Look-around and back-references, which such an engine cannot offer, are refused as a bad pattern.
 */
import { RE2JS, RE2JSException } from 're2js';
import { decodeUtf8 } from '#core/bytes/utf8';
import { BadPattern, type CompileRegex, type Regex, type RegexMatch } from '#core/regex';
import { simplePattern } from './simple-pattern.ts';

/**
 * A pattern may become huge when it is compiled (`(a{1000}){1000}`). RE2 itself refuses patterns that are too large; this limit refuses
 * them earlier.
 */
const MAX_PATTERN_LENGTH = 4096;

export const compileLinear: CompileRegex = (pattern: string): Regex => {
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new BadPattern(`expected at most ${MAX_PATTERN_LENGTH} characters, found ${pattern.length}`);
  const compiled = compile(pattern);
  const simple = simplePattern(pattern);
  const test = (text: string): boolean => simple?.test(text) ?? compiled.matcher(text).find();
  const testBytes = (bytes: Uint8Array, start: number, end: number): boolean =>
    simple?.testBytes(bytes, start, end) ?? test(decodeUtf8(bytes.subarray(start, end)));
  return {
    test,
    ...(simple === null ? {} : { testBytes }),
    find(text, from = 0): RegexMatch | null {
      const matcher = compiled.matcher(text);
      if (from > text.length || !matcher.find(from)) return null;
      const groups = Array.from({ length: compiled.groupCount() }, (_, index) => matcher.group(index + 1));
      return { start: matcher.start(), end: matcher.end(), groups };
    },
  };
};

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) throw new BadPattern(error.message);
    throw error;
  }
}
