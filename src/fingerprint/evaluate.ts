/**
 * Judges one file by every requested fingerprint in one pass. All rows (or values) are read once, to the end, so that a file matches only if all
 * of it parses. Every assertion, extraction and content hash sees them during this pass.
 *
 *     const outcomes = evaluate(asked, parsed, { fileName: 'tape.csv', format: 'csv', at, newHasher, diagnose: false });
 *     chooseOutcome(outcomes)
 */
import type { JsonValue } from '#core/json/value';
import type { Format, Parsed, ParseWarning } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import { readNow } from '#core/reused';
import type { Scope } from './assert/assertion.ts';
import { type Candidate, isFailure, type NamedVerdict, type Run } from './candidate.ts';
import { whyNotValid } from './define/validity.ts';
import { type Dialect, dialectFor } from './dialect.ts';
import { type Feeding, feedingOf } from './feeding.ts';
import { detailOf, type Outcome } from './outcome.ts';
import { childrenOf, dialectOf } from './parents.ts';

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
  if (parsed.kind === 'grid') {
    for (const sheet of parsed.sheets) {
      const feeding = evaluation.feeding(sheet);
      if (parsed.blocks === undefined) for (const cells of parsed.rows(sheet)) feeding.row(cells);
      else for (const block of parsed.blocks()) feeding.block(readNow(block));
      feeding.end();
    }
  }
  if (parsed.kind === 'tree') for (const value of parsed.values()) evaluation.onValue(value);
  return evaluation.end();
}

/** The same for a reader that pushes rows, such as one that reads asynchronously. */
export interface Evaluation {
  /** Takes every row of that sheet, in order, as rows or as blocks. Sheets come in the order of `sheets`. */
  feeding(sheet: string): Feeding;
  onValue(value: JsonValue): void;
  end(): readonly Outcome[];
}

export function openEvaluation(asked: readonly Candidate[], parsed: Parsed, context: Context): Evaluation {
  const fitting = [...uniqueById(asked).values()].filter(({ format }) => format === context.format);
  const runs = new Map(fitting.map((candidate) => [candidate, begin(candidate, dialectOf(candidate, fitting), parsed, context)]));
  const started = [...runs.values()].flatMap((begun) => (begun === null ? [] : [begun.run]));
  const feeds = started.flatMap((run) => run.feeds);
  return {
    feeding: (sheet) => feedingOf(feeds.filter((feed) => feed.sheet === sheet)),
    onValue(value) {
      for (const run of started) run.onValue?.(value);
    },
    end() {
      const outcomes: Outcome[] = [];
      for (const root of fitting.filter(({ parent }) => parent === null)) {
        const outcome = settle(root, { fitting, runs, context, parsed });
        outcomes.push(outcome);
        if (outcome.matched && !context.diagnose) break;
      }
      return outcomes;
    },
  };
}

/** Removes duplicates, because the content of a run can be computed only once. */
function uniqueById(asked: readonly Candidate[]): ReadonlyMap<string, Candidate> {
  const byId = new Map<string, Candidate>();
  for (const candidate of asked) if (!byId.has(candidate.id)) byId.set(candidate.id, candidate);
  return byId;
}

interface Judged {
  readonly parsed: Parsed;
  readonly fitting: readonly Candidate[];
  readonly runs: ReadonlyMap<Candidate, Begun | null>;
  readonly context: Context;
}

interface Begun {
  readonly run: Run;
  /** Complete when the run has ended. */
  readonly warnings: readonly ParseWarning[];
}

/** Returns null if the definition is not valid at that time. */
function begin(candidate: Candidate, stated: Dialect, parsed: Parsed, { fileName, format, at, newHasher }: Context): Begun | null {
  if (whyNotValid(candidate, at) !== null) return null;
  const { dialect, warnings } = dialectFor(parsed, stated);
  const scope: Scope = { fileName, format, parsed, dialect, bound: new Map() };
  return { run: candidate.begin(scope, newHasher), warnings };
}

function settle(candidate: Candidate, judged: Judged): Outcome {
  const { fitting, runs, context, parsed } = judged;
  const { diagnose } = context;
  const known = parsed.kind === 'tree' ? [] : (parsed.warnings ?? []);
  const unmatched = {
    candidate,
    matched: false,
    extracted: null,
    contentHash: null,
    children: null,
    isDiagnosed: diagnose,
    warnings: known,
  };
  const begun = runs.get(candidate) ?? null;
  if (begun === null) return { ...unmatched, reason: whyNotValid(candidate, context.at), assertions: [] };
  const { run } = begun;
  const assertions = verdictsOf(run, diagnose);
  const failed = assertions.find(isFailure);
  if (failed !== undefined) return { ...unmatched, reason: detailOf(failed), assertions, warnings: [...known, ...begun.warnings] };
  const children = childrenOf(candidate, fitting).map((child) => settle(child, judged));
  const content = run.content();
  const warnings = [...known, ...begun.warnings];
  // The run of prose knows which warnings concern it. The content of a grid may be another one: a content hash would promise too much.
  const contentHash = parsed.kind === 'grid' && warnings.length > 0 ? null : content.contentHash;
  const matched = { matched: true, reason: null, assertions, children: children.length === 0 ? null : children };
  return { ...unmatched, ...matched, extracted: content.extracted, contentHash, warnings };
}

function verdictsOf(run: Run, diagnose: boolean): readonly NamedVerdict[] {
  const verdicts: NamedVerdict[] = [];
  for (const named of run.verdicts()) {
    verdicts.push(named);
    if (isFailure(named) && !diagnose) break;
  }
  return verdicts;
}
