/**
 * The verdict on many bundles (`--all`, R7): every one of them, and how many ended how.
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
  /** Writes that the system did not do. */
  readonly failed: number;
};

/** A verdict among others: two bundles may have the same ref, but not the same name. */
export interface NamedVerdict extends Verdict {
  /** The path of the bundle, as it is shown. */
  readonly name: string;
}

export interface Summary {
  /** The folder that was searched, as it is shown. */
  readonly root: string;
  readonly verdicts: readonly NamedVerdict[];
  /** Folders that could not be searched, or that there is no bundle at all. */
  readonly errors: readonly string[];
  /** Links to folders, which were not followed. */
  readonly passedOver?: readonly string[];
}

/** From the best to the worst; the worst is the outcome of all. */
const OUTCOMES: readonly Outcome[] = ['REPLAY_OK', 'REPLAY_MISMATCH', 'REPLAY_WRITE_BLOCKED', 'REPLAY_INVALID', 'REFUSAL'];

export function summaryOutcome({ verdicts, errors }: Pick<Summary, 'verdicts' | 'errors'>): Outcome {
  const worst = Math.max(errors.length > 0 ? 3 : 0, ...ranks(verdicts));
  return OUTCOMES[worst] as Outcome;
}

/** Each rank once: a list of any length may be spread. */
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

/** The document in pieces, each the end of a line: of any number of bundles, no text has to fit one string. */
export function* summaryJson(summary: Summary): Generator<string> {
  const { verdicts, errors, passedOver } = summary;
  yield '{';
  yield verdicts.length === 0 ? '  "results": [],' : '  "results": [';
  for (let i = 0; i < verdicts.length; i++) yield listed(verdicts[i]?.result as ResultV1) + (i + 1 < verdicts.length ? ',' : '\n  ],');
  // The rest of it, without its opening bracket.
  const counts = { ...countsOf(verdicts), ...(passedOver === undefined ? {} : { passed_over: passedOver.length }) };
  const more = passedOver === undefined ? {} : { passed_over: passedOver };
  yield formatPretty({ counts, ...more, ...(errors.length === 0 ? {} : { errors }) }).slice(2);
}

/** Among others, four spaces in. No text in it has a line end: those are escaped in JSON. */
function listed(result: ResultV1): string {
  return `    ${formatPretty(result).replaceAll('\n', '\n    ')}`;
}
