/** A fingerprint that may be asked for, built in or defined: who it is, and how a file is judged by it. */
import type { Digest } from '#core/digest';
import type { JsonObject, JsonValue } from '#core/json/value';
import type { Format } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import type { RowFeed, Scope, Verdict } from './assert/assertion.ts';

export interface Candidate {
  readonly id: string;
  readonly format: Format;
  /** Another one wherever the same file might be judged in another way. */
  readonly version: string;
  /** `builtin`, `installed:<id>` or `file:<name>`. */
  readonly source: string;
  /** `custody`, or `dsl-runtime:<file>`. */
  readonly crate: string;
  readonly parent: string | null;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly asserts: readonly Assert[];
  /** In words; null where there is no content hash. */
  readonly contentHash: string | null;
  begin(scope: Scope, newHasher: NewHasher): Run;
}

/** One of its assertions, for `--list`. */
export interface Assert {
  readonly name: string;
  readonly doc: string;
}

/** One file judged by one candidate. It is fed while the file is read, and asked afterwards. */
export interface Run {
  readonly feeds: readonly RowFeed[];
  readonly onValue?: (value: JsonValue) => void;
  /** In the order of the definition; judged one by one as they are asked for. */
  verdicts(): Iterable<NamedVerdict>;
  /** Asked only where all passed. */
  content(): Content;
}

export interface NamedVerdict {
  readonly name: string;
  readonly verdict: Verdict;
}

export interface Content {
  readonly extracted: JsonObject;
  readonly contentHash: Digest | null;
}
