/**
 * The regular expressions of definitions, run by RE2: its time is linear in the text for every pattern, so a hostile file or definition
 * cannot hang a run. Look-around and back-references, which such an engine cannot offer, are refused as a bad pattern.
 */
import { RE2JS, RE2JSException } from 're2js';
import { BadPattern, type CompileRegex, type Regex, type RegexMatch } from '#core/regex';

/**
 * A pattern may become huge when it is compiled (`(a{1000}){1000}`). RE2 itself refuses patterns that are too large; this limit refuses
 * them earlier.
 */
const MAX_PATTERN_LENGTH = 4096;

export const compileLinear: CompileRegex = (pattern: string): Regex => {
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new BadPattern(`expected at most ${MAX_PATTERN_LENGTH} characters, found ${pattern.length}`);
  const compiled = compile(pattern);
  const simple = simpleRegExp(pattern);
  return {
    test: (text) => (simple !== null && text.length <= MAX_TEXT_LENGTH ? simple.test(text) : compiled.matcher(text).find()),
    find(text, from = 0): RegexMatch | null {
      const matcher = compiled.matcher(text);
      if (from > text.length || !matcher.find(from)) return null;
      const groups = Array.from({ length: compiled.groupCount() }, (_, index) => matcher.group(index + 1));
      return { start: matcher.start(), end: matcher.end(), groups };
    },
  };
};

/**
 * A pattern that begins at the start of the text and is a sequence of characters and classes, of which at most two may be repeated without a
 * limit: for a short text it needs few steps also in the engine's own expressions, which are eight times as fast and mean the same.
 */
const SIMPLE =
  /^\^(?:(?:[A-Za-z0-9 _:;,#%&@'"=<>~!/-]|\\[-dw.+*?()[\]{}|^$/\\]|\[[A-Za-z0-9 _.,:;#/-]+\])(?:[+*?]|\{\d{1,2}(?:,\d{0,2})?\})?)*\$?$/;
const MAX_TEXT_LENGTH = 64;
const MAX_REPEATED = 2;

function simpleRegExp(pattern: string): RegExp | null {
  if (!SIMPLE.test(pattern) || (pattern.match(/[+*?,]/g)?.length ?? 0) > MAX_REPEATED) return null;
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return null;
  }
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) throw new BadPattern(error.message);
    throw error;
  }
}
