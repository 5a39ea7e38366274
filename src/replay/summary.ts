/**
 * The summary for many bundles (`--all`, R7): every verdict, and the number of each outcome.
 *
 *     { "results": [ … ], "counts": { "bundles": 3, "ok": 2, "mismatch": 1, "write_blocked": 0, "invalid": 0, "failed": 0, "passed_over": 0 }, "passed_over": [] }
 */
import { formatPretty } from '#core/json/pretty';
import type { Outcome, ResultV1, Verdict } from './result.ts';

export type ReplayCounts = {
  readonly bundles: number;
  readonly ok: number;
  readonly mismatch: number;
  readonly write_blocked: number;
  readonly invalid: number;
  /** The number of writes that failed with a system error. */
  readonly failed: number;
};

/** A verdict in a list. Two bundles may have the same ref, but not the same name. */
export interface NamedVerdict extends Verdict {
  /** The path of the bundle, as shown to the user. */
  readonly name: string;
}

export interface Summary {
  /** The folder that was searched, as shown to the user. */
  readonly root: string;
  readonly verdicts: readonly NamedVerdict[];
  /** Errors: folders that could not be searched, or that no bundle was found. */
  readonly errors: readonly string[];
  /** Links to folders that were not followed. */
  readonly passedOver?: readonly string[];
}

/** Ordered from best to worst; the worst one is the outcome of the run. */
const OUTCOMES: readonly Outcome[] = ['REPLAY_OK', 'REPLAY_MISMATCH', 'REPLAY_WRITE_BLOCKED', 'REPLAY_INVALID', 'REFUSAL'];

export function summaryOutcome({ verdicts, errors }: Pick<Summary, 'verdicts' | 'errors'>): Outcome {
  const worst = Math.max(errors.length > 0 ? 3 : 0, ...ranks(verdicts));
  return OUTCOMES[worst] as Outcome;
}

/** Returns each rank once, so that the result can be spread into `Math.max` for a list of any length. */
function ranks(verdicts: readonly Verdict[]): ReadonlySet<number> {
  return new Set(verdicts.map(({ outcome }) => OUTCOMES.indexOf(outcome)));
}

export function countsOf(verdicts: readonly Verdict[]): ReplayCounts {
  const count = (outcome: Outcome): number => verdicts.reduce((sum, each) => sum + (each.outcome === outcome ? 1 : 0), 0);
  return {
    bundles: verdicts.length,
    ok: count('REPLAY_OK'),
    mismatch: count('REPLAY_MISMATCH'),
    write_blocked: count('REPLAY_WRITE_BLOCKED'),
    invalid: count('REPLAY_INVALID'),
    failed: count('REFUSAL'),
  };
}

/** Yields the document in pieces that end with a line, because the text of many bundles may not fit into one string. */
export function* summaryJson(summary: Summary): Generator<string> {
  const { verdicts, errors, passedOver } = summary;
  yield '{';
  yield verdicts.length === 0 ? '  "results": [],' : '  "results": [';
  for (let i = 0; i < verdicts.length; i++) yield listed(verdicts[i]?.result as ResultV1) + (i + 1 < verdicts.length ? ',' : '\n  ],');
  // The rest of the document, without its opening bracket.
  const counts = { ...countsOf(verdicts), ...(passedOver === undefined ? {} : { passed_over: passedOver.length }) };
  const more = passedOver === undefined ? {} : { passed_over: passedOver };
  yield formatPretty({ counts, ...more, ...(errors.length === 0 ? {} : { errors }) }).slice(2);
}

/** Indents a result by four spaces. No value contains a raw line end, because JSON escapes it. */
function listed(result: ResultV1): string {
  return `    ${formatPretty(result).replaceAll('\n', '\n    ')}`;
}
