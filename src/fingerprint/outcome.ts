/**
 * The outcome of one fingerprint: the `fingerprint` object of a fingerprint.v0 record.
 *
 *     {"assertions":[{"detail":"2 rows","name":"csv_valid","passed":true},…],"content_hash":"blake3:…","extracted":{…},
 *      "fingerprint_crate":"custody","fingerprint_id":"csv.v0","fingerprint_source":"builtin","fingerprint_version":"0.1.0",
 *      "matched":true,"reason":null}
 */
import type { Digest } from '#core/digest';
import type { JsonObject } from '#core/json/value';
import type { ParseWarning } from '#core/parsed';
import { type Candidate, isFailure, type NamedVerdict } from './candidate.ts';
import { describeMisses } from './diagnose.ts';

export interface Outcome {
  readonly candidate: Candidate;
  readonly matched: boolean;
  readonly reason: string | null;
  /** The assertions up to the first failed one; all of them with a diagnosis. */
  readonly assertions: readonly NamedVerdict[];
  readonly extracted: JsonObject | null;
  readonly contentHash: Digest | null;
  /** What makes the content uncertain. */
  readonly warnings: readonly ParseWarning[];
  /** Null if no child was judged. */
  readonly children: readonly Outcome[] | null;
  readonly isDiagnosed: boolean;
  /** With a diagnosis, if no fingerprint matched: the closest one. */
  readonly nearest?: Outcome;
}

/** The keys are in byte order, as in the written record. */
export function outcomeObject(outcome: Outcome): JsonObject {
  const { candidate, children } = outcome;
  const diagnostics = outcome.isDiagnosed ? describeMisses(outcome) : null;
  return {
    assertions: outcome.assertions.map(assertionObject),
    ...(children === null ? {} : { child_routing: routing(children), children: children.map(outcomeObject) }),
    content_hash: outcome.contentHash,
    ...(diagnostics === null ? {} : { diagnostics }),
    extracted: outcome.extracted,
    fingerprint_crate: candidate.crate,
    fingerprint_id: candidate.id,
    fingerprint_source: candidate.source,
    fingerprint_version: candidate.version,
    matched: outcome.matched,
    reason: outcome.reason,
  };
}

/** Returns the first match in the requested order; if none matched, the last one tried; null if none was tried. */
export function chooseOutcome(outcomes: readonly Outcome[]): Outcome | null {
  const first = outcomes.find(({ matched }) => matched);
  if (first !== undefined) return first;
  const last = outcomes.at(-1);
  if (last === undefined) return null;
  return last.isDiagnosed && outcomes.length > 1 ? { ...last, nearest: nearestOf(outcomes) } : last;
}

/** Its own warnings and those of its children, each once. */
export function warningsOf(outcome: Outcome): readonly ParseWarning[] {
  const all = [...outcome.warnings, ...(outcome.children ?? []).flatMap(warningsOf)];
  return all.filter(({ message }, index) => all.findIndex((other) => other.message === message) === index);
}

/** True if it matched and, at each level with children, exactly one child matched. */
export function isFullyMatched({ matched, children }: Outcome): boolean {
  if (!matched || children === null) return matched;
  const hits = children.filter((child) => child.matched);
  return hits.length === 1 && hits.every(isFullyMatched);
}

/** The `expected …, found …` text of a failed assertion. */
export function detailOf({ verdict }: NamedVerdict): string {
  return verdict.passed ? verdict.detail : `expected ${verdict.expected}, found ${verdict.found}`;
}

function assertionObject(assertion: NamedVerdict): JsonObject {
  const { name, verdict, severity } = assertion;
  const context = verdict.passed || verdict.near === undefined ? {} : { context: verdict.near };
  return { ...context, detail: detailOf(assertion), name, passed: verdict.passed, ...(severity === 'warn' ? { severity } : {}) };
}

function routing(children: readonly Outcome[]): JsonObject {
  const matched = children.filter((child) => child.matched).map(({ candidate }) => candidate.id);
  return {
    evaluated_child_count: children.length,
    matched_child_count: matched.length,
    matched_child_fingerprint_ids: matched,
    selected_child_fingerprint_id: matched.length === 1 ? (matched[0] as string) : null,
    status: matched.length === 1 ? 'selected' : matched.length === 0 ? 'no_child_match' : 'ambiguous',
  };
}

/** The closest one has the largest share of passed assertions; if two are equal, the one requested first. */
function nearestOf(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce((best, outcome) => (share(outcome) > share(best) ? outcome : best));
}

function share({ assertions }: Outcome): number {
  return assertions.length === 0 ? 0 : assertions.filter((assertion) => !isFailure(assertion)).length / assertions.length;
}
