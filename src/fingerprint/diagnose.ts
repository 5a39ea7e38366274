/**
 * Explains for `--diagnose` why a fingerprint did not match: every failed assertion, with what was expected and found and, if several fingerprints
 * were tried, the closest one.
 *
 *     {"failed_count":1,"misses":[{"assertion":"header","expected":"\"Loan ID\" in A1","found":"\"Loan\""}],"passed_count":3}
 */
import type { JsonObject } from '#core/json/value';
import { isFailure } from './candidate.ts';
import type { Outcome } from './outcome.ts';

/** Returns null if there is nothing to report. */
export function describeMisses(outcome: Outcome): JsonObject | null {
  if (outcome.matched) return null;
  const misses = missesOf(outcome);
  const nearest = outcome.nearest === undefined ? {} : { nearest: nearestObject(outcome.nearest) };
  return { failed_count: misses.length, misses, ...nearest, passed_count: outcome.assertions.length - misses.length };
}

function nearestObject(nearest: Outcome): JsonObject {
  const misses = missesOf(nearest);
  return {
    failed_count: misses.length,
    fingerprint_id: nearest.candidate.id,
    misses,
    passed_count: nearest.assertions.length - misses.length,
    reason: nearest.reason,
  };
}

function missesOf({ assertions }: Outcome): readonly JsonObject[] {
  return assertions.flatMap((assertion) => {
    const { name, verdict } = assertion;
    if (verdict.passed || !isFailure(assertion)) return [];
    const near = verdict.near === undefined ? {} : { context: verdict.near };
    return [{ assertion: name, ...near, expected: verdict.expected, found: verdict.found }];
  });
}
