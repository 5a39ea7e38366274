/**
 * Judges one file by every requested fingerprint in one pass. All rows (or values) are read once, to the end, so that a file matches only if all
 * of it parses. Every assertion, extraction and content hash sees them during this pass.
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
  /** The name of the file, without its folder. */
  readonly fileName: string;
  /** The format in which the file was parsed; fingerprints of other formats are not judged. */
  readonly format: Format;
  /** Milliseconds since 1970, for definitions with a validity period. */
  readonly at: number;
  readonly newHasher: NewHasher;
  readonly diagnose: boolean;
}

/** Returns the outcomes of the fingerprints without a parent, in the requested order, up to the first match; all of them with a diagnosis. */
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

/** The same for a reader that pushes rows, such as one that reads asynchronously. */
export interface Evaluation {
  /** False if no fingerprint needs rows. They must still be read, unless it is certain that they parse. */
  readonly wantsRows: boolean;
  /** Returns a function that receives every row of that sheet, in order. Sheets come in the order of `sheets`. */
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

/** Removes duplicates, because the content of a run can be computed only once. */
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

/** Returns null if the definition is not valid at that time. */
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
