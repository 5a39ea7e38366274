/** The contract with the parsers. It stands in `core`, because `io`, which implements it, may import nothing else. */
export * from '#core/parsed';
export type { CompileRegex, Regex, RegexMatch } from '#core/regex';
