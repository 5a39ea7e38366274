/** Prints verdicts in the requested format. */

import { formatPretty } from '#core/json/pretty';
import type { JsonObject } from '#core/json/value';
import { junitLines } from '#evidence/formats/junit';
import { replayRun, replaySuite } from '#evidence/formats/replay-report';
import { sarifDocument } from '#evidence/formats/sarif';
import { version } from '#installation/paths';
import type { Outcome, Verdict } from '#replay/result';
import { type Summary, summaryJson } from '#replay/summary';
import { summaryLines, verdictLines } from '#replay/text';
import type { Finished, Invocation } from '../command.ts';
import { createdAt } from '../created.ts';
import { escapeControls } from '../output.ts';
import { writePayload } from '../output-file.ts';
import { writeLines } from '../show.ts';

export function showVerdict(invocation: Invocation, verdict: Verdict): void {
  switch (invocation.value('--format') ?? 'json') {
    case 'text':
      return showLines(invocation, verdictLines(verdict, styleOf(invocation)));
    case 'json':
      return showDocument(invocation, verdict.result);
    default:
      return showForCi(invocation, { root: '', verdicts: [{ ...verdict, name: verdict.result.ref }], errors: [] });
  }
}

export function showSummary(invocation: Invocation, summary: Summary): void {
  switch (invocation.value('--format') ?? 'json') {
    case 'text':
      return showLines(invocation, summaryLines(summary, styleOf(invocation)));
    case 'json':
      return showLines(invocation, summaryJson(summary));
    default:
      return showForCi(invocation, summary);
  }
}

function showForCi(invocation: Invocation, summary: Summary): void {
  if (invocation.value('--format') === 'junit') showLines(invocation, junitLines([replaySuite(summary)], createdAt(invocation)));
  else showDocument(invocation, sarifDocument(replayRun(summary, version)));
}

export function showDocument(invocation: Invocation, document: JsonObject): void {
  showLines(invocation, [formatPretty(document)]);
}

export function showLines(invocation: Invocation, lines: Iterable<string>): void {
  writePayload(invocation, (write) => writeLines({ write }, lines));
}

function styleOf({ paint: { good, bad } }: Invocation) {
  return { show: escapeControls, good, bad };
}

/** The exit codes of the specification. */
const EXITS: Readonly<Record<Outcome, number>> = {
  REPLAY_OK: 0,
  REPLAY_MISMATCH: 2,
  REPLAY_WRITE_BLOCKED: 3,
  REPLAY_INVALID: 4,
  REFUSAL: 5,
};

export function finishedAs(outcome: Outcome): Finished {
  return { exit: EXITS[outcome], outcome };
}
