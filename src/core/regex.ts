/**
 * The interface for regular expressions. The engine needs linear time for any pattern, so it supports neither look-around nor
 * back-references. Flags such as `(?i)` are written in the pattern.
 *
 *     compile('(?i)rent roll').find('The Rent Roll', 0)     { start: 4, end: 13, groups: [] }
 */
export interface RegexMatch {
  /** In UTF-16 units, as in `slice`. */
  readonly start: number;
  readonly end: number;
  /** The groups of the pattern, from the first; null for a group that did not take part in the match. */
  readonly groups: readonly (string | null)[];
}

export interface Regex {
  test(text: string): boolean;
  /** Present if the pattern is simple: the same for a text in UTF-8. */
  readonly testBytes?: (bytes: Uint8Array, start: number, end: number) => boolean;
  /** Returns the leftmost match that starts at `from` or later. `^` and `\b` refer to the whole text. */
  find(text: string, from?: number): RegexMatch | null;
}

/** Throws `BadPattern`, which says what is wrong with the pattern. */
export type CompileRegex = (pattern: string) => Regex;

export class BadPattern extends Error {
  override readonly name = 'BadPattern';
}
