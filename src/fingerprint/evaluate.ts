/**
 * One file against every fingerprint asked for, in one pass: all rows (or values) are read once, to the end, so that a file matches only if
 * all of it parses, and every assertion, extraction and content hash sees them as they pass.
 *
 *     const outcomes = evaluate(asked, parsed, { fileName: 'tape.csv', format: 'csv', at, newHasher, diagnose: false });
 *     chooseOutcome(outcomes)
 */
import type { JsonValue } from '#core/json/value';
import type { Format, Parsed, Row } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import type { RowFeed, Scope } from './assert/assertion.ts';
import type { Candidate, NamedVerdict, Run } from './candidate.ts';
import { whyNotValid } from './define/validity.ts';
import { detailOf, type Outcome } from './outcome.ts';
import { childrenOf } from './parents.ts';

export interface Context {
  /** Without its folder. */
  readonly fileName: string;
  /** As which it was parsed; what is asked for of other formats is not judged. */
  readonly format: Format;
  /** Milliseconds since 1970, for definitions that hold for a time. */
  readonly at: number;
  readonly newHasher: NewHasher;
  readonly diagnose: boolean;
}

/** Those without a parent, in the order asked, up to the first that matches; all of them when a diagnosis is asked for. */
export function evaluate(asked: readonly Candidate[], parsed: Parsed, context: Context): readonly Outcome[] {
  const evaluation = openEvaluation(asked, parsed, context);
  if (parsed.kind === 'grid' && (evaluation.wantsRows || parsed.cells === undefined)) {
    for (const sheet of parsed.sheets) {
      const onRow = evaluation.rowsOf(sheet);
      for (const cells of parsed.rows(sheet)) onRow(cells);
    }
  }
  if (parsed.kind === 'tree') for (const value of parsed.values()) evaluation.onValue(value);
  return evaluation.end();
}

/** The same for a reader that hands on what it reads, such as one that has to wait for it. */
export interface Evaluation {
  /** False where no fingerprint looks at rows; they must be read all the same, unless it is sure that they can be. */
  readonly wantsRows: boolean;
  /** Takes every row of that sheet, in order. Sheets come in the order of `sheets`. */
  rowsOf(sheet: string): (cells: Row) => void;
  onValue(value: JsonValue): void;
  end(): readonly Outcome[];
}

export function openEvaluation(asked: readonly Candidate[], parsed: Parsed, context: Context): Evaluation {
  const fitting = [...onceEach(asked).values()].filter(({ format }) => format === context.format);
  const runs = new Map(fitting.map((candidate) => [candidate, begin(candidate, parsed, context)]));
  const started = [...runs.values()].filter((run) => run !== null);
  const feeds = started.flatMap((run) => run.feeds);
  return {
    wantsRows: feeds.length > 0,
    rowsOf: (sheet) => feeding(feeds.filter((feed) => feed.sheet === sheet)),
    onValue(value) {
      for (const run of started) run.onValue?.(value);
    },
    end() {
      const outcomes: Outcome[] = [];
      for (const root of fitting.filter(({ parent }) => parent === null)) {
        const outcome = settle(root, { fitting, runs, context });
        outcomes.push(outcome);
        if (outcome.matched && !context.diagnose) break;
      }
      return outcomes;
    },
  };
}

/** What is asked for twice is judged once: a run can be asked for its content only once. */
function onceEach(asked: readonly Candidate[]): ReadonlyMap<string, Candidate> {
  const byId = new Map<string, Candidate>();
  for (const candidate of asked) if (!byId.has(candidate.id)) byId.set(candidate.id, candidate);
  return byId;
}

interface Judged {
  readonly fitting: readonly Candidate[];
  readonly runs: ReadonlyMap<Candidate, Run | null>;
  readonly context: Context;
}

/** Null for one that does not hold at that time. */
function begin(candidate: Candidate, parsed: Parsed, { fileName, format, at, newHasher }: Context): Run | null {
  if (whyNotValid(candidate, at) !== null) return null;
  const scope: Scope = { fileName, format, parsed, bound: new Map() };
  return candidate.begin(scope, newHasher);
}

function feeding(feeds: readonly RowFeed[]): (cells: Row) => void {
  let number = 0;
  return (cells) => {
    number++;
    for (let i = 0; i < feeds.length; i++) {
      const feed = feeds[i] as RowFeed;
      if (number >= feed.from && number <= feed.to) feed.row(number, cells);
    }
  };
}

function settle(candidate: Candidate, judged: Judged): Outcome {
  const { fitting, runs, context } = judged;
  const { diagnose } = context;
  const unmatched = { candidate, matched: false, extracted: null, contentHash: null, children: null, isDiagnosed: diagnose };
  const run = runs.get(candidate) ?? null;
  if (run === null) return { ...unmatched, reason: whyNotValid(candidate, context.at), assertions: [] };
  const assertions = verdictsOf(run, diagnose);
  const failed = assertions.find(({ verdict }) => !verdict.passed);
  if (failed !== undefined) return { ...unmatched, reason: detailOf(failed), assertions };
  const children = childrenOf(candidate, fitting).map((child) => settle(child, judged));
  return { ...unmatched, ...run.content(), matched: true, reason: null, assertions, children: children.length === 0 ? null : children };
}

function verdictsOf(run: Run, diagnose: boolean): readonly NamedVerdict[] {
  const verdicts: NamedVerdict[] = [];
  for (const named of run.verdicts()) {
    verdicts.push(named);
    if (!named.verdict.passed && !diagnose) break;
  }
  return verdicts;
}
