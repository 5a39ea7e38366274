/**
 * Regular expressions as a port: the engine answers in linear time whatever the pattern, so it knows neither look-around nor
 * back-references. `(?i)` and the like stand in the pattern.
 *
 *     compile('(?i)rent roll').find('The Rent Roll', 0)     { start: 4, end: 13, groups: [] }
 */
export interface RegexMatch {
  /** In UTF-16 units, as `slice` counts. */
  readonly start: number;
  readonly end: number;
  /** Those of the pattern, from the first; null where one took no part. */
  readonly groups: readonly (string | null)[];
}

export interface Regex {
  test(text: string): boolean;
  /** The leftmost match that starts at `from` or later; `^` and `\b` look at the whole text. */
  find(text: string, from?: number): RegexMatch | null;
}

/** Throws `BadPattern`, which says what is wrong with it. */
export type CompileRegex = (pattern: string) => Regex;

export class BadPattern extends Error {
  override readonly name = 'BadPattern';
}
