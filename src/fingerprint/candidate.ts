/** A fingerprint that may be requested, built in or defined: its identity, and how it judges a file. */
import type { Digest } from '#core/digest';
import type { JsonObject, JsonValue } from '#core/json/value';
import type { Format } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import type { Feed, Scope, Severity, Verdict } from './assert/assertion.ts';
import type { Dialect } from './dialect.ts';

export interface Candidate {
  readonly id: string;
  readonly format: Format;
  /** Changes whenever the same file might be judged differently. */
  readonly version: string;
  /** `builtin`, `installed:<id>` or `file:<name>`. */
  readonly source: string;
  /** `custody`, or `dsl-runtime:<file>`. */
  readonly crate: string;
  readonly parent: string | null;
  /** How its files are read. A child is judged by the same reading as its parent. */
  readonly dialect: Dialect;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly asserts: readonly Assert[];
  /** A description in words; null if there is no content hash. */
  readonly contentHash: string | null;
  begin(scope: Scope, newHasher: NewHasher): Run;
}

/** An assertion as shown by `--list`. */
export interface Assert {
  readonly name: string;
  readonly doc: string;
}

/** The judging of one file by one candidate. It receives the content while the file is read, and is evaluated afterwards. */
export interface Run {
  readonly feeds: readonly Feed[];
  readonly onValue?: (value: JsonValue) => void;
  /** In the order of the definition; each is judged when the iterator reaches it. */
  verdicts(): Iterable<NamedVerdict>;
  /** Called only if all assertions passed. */
  content(): Content;
}

export interface NamedVerdict {
  readonly name: string;
  readonly verdict: Verdict;
  /** `fail` if absent. */
  readonly severity?: Severity;
}

export interface Content {
  readonly extracted: JsonObject;
  readonly contentHash: Digest | null;
  /** Of a definition: the values that its content hash covers, by the names of the extracts. */
  readonly values?: ReadonlyMap<string, JsonValue>;
}

/** An assertion of severity `warn` that does not pass is recorded, and does not make the match fail. */
export function isFailure({ verdict, severity }: NamedVerdict): boolean {
  return !verdict.passed && severity !== 'warn';
}
