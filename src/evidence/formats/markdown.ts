/**
 * Verdicts as Markdown, for the summary of a CI step and for a comment: a table of what was judged, and what was found in each.
 *
 *     ## custody verify: FAILED
 *
 *     | outcome | evidence | kind | checked |
 *     |---|---|---|---|
 *     | **FAILED** | dec.lock.json | dataset lock | 2 of 3 members verified, 1 failed |
 *
 * The summary of a step may have 1 MiB, so only the first rows of each list are written, and the others are counted.
 */

import { grouped } from '#core/count-text';
import { shortText } from '#core/short-text';
import { type Verdict, type Verdicts, worstOutcome } from '../verdict.ts';
import { countsText, coverageText, kindTitle } from './coverage-text.ts';
import { signedLines } from './signature-text.ts';

const MAX_ROWS = 300;
const MAX_FINDINGS = 100;
/** Of all verdicts together. */
const MAX_ALL_FINDINGS = 500;
/** A longer text is cut: the name of a file has at most 4,096 bytes. */
const MAX_TEXT = 500;

export function* markdownLines(all: Verdicts): Generator<string> {
  const { verdicts, passedOver } = all;
  yield `## custody verify: ${worstOutcome(verdicts.map(({ outcome }) => outcome))}`;
  yield '';
  yield shown(countsText(all));
  yield '';
  yield '| outcome | evidence | kind | checked |';
  yield '|---|---|---|---|';
  for (const verdict of worstFirst(verdicts).slice(0, MAX_ROWS)) yield rowOf(verdict);
  if (verdicts.length > MAX_ROWS) yield `| … | ${grouped(verdicts.length - MAX_ROWS)} more | | |`;
  let left = MAX_ALL_FINDINGS;
  for (const verdict of worstFirst(verdicts)) {
    if (verdict.outcome === 'OK') continue;
    const limit = Math.min(left, MAX_FINDINGS);
    yield* detailLines(verdict, limit);
    left -= Math.min(limit, verdict.findings.count);
    if (left <= 0) break;
  }
  yield* listLines(
    'Signatures',
    verdicts.flatMap(({ path, signed }) =>
      signed === undefined ? [] : signedLines(signed, MAX_FINDINGS).map((line) => `${path}: ${line}`),
    ),
  );
  const notChecked = verdicts.flatMap(({ path, notChecked: list }) => list.map((each) => ({ path, ...each })));
  yield* listLines(
    'Not checked',
    notChecked.map(({ path, what, reason }) => `${path}: ${what}: ${reason}`),
  );
  yield* listLines(
    'Passed over',
    passedOver.map(({ path, reason }) => `${path}: ${reason}`),
  );
}

/** What needs attention comes first; otherwise in the order of the arguments. */
function worstFirst(verdicts: readonly Verdict[]): readonly Verdict[] {
  return (['REFUSED', 'FAILED', 'PARTIAL', 'OK'] as const).flatMap((wanted) => verdicts.filter(({ outcome }) => outcome === wanted));
}

function rowOf(verdict: Verdict): string {
  const { outcome, path } = verdict;
  const word = outcome === 'OK' ? 'OK' : `**${outcome}**`;
  const checked = outcome === 'REFUSED' ? 'nothing' : coverageText(verdict);
  return `| ${word} | ${shown(path)} | ${shown(kindTitle(verdict))} | ${shown(checked)} |`;
}

function* detailLines({ path, outcome, findings }: Verdict, limit: number): Generator<string> {
  if (findings.count === 0) return;
  yield '';
  yield `### ${shown(path)}: ${outcome}`;
  yield '';
  yield '| code | what was found |';
  yield '|---|---|';
  let rows = 0;
  for (const { code, message } of findings) {
    if (rows++ === limit) {
      yield `| … | ${grouped(findings.count - limit)} more |`;
      return;
    }
    yield `| ${shown(code)} | ${shown(message)} |`;
  }
}

function* listLines(title: string, items: readonly string[]): Generator<string> {
  if (items.length === 0) return;
  yield '';
  yield `### ${title}`;
  yield '';
  for (const item of items.slice(0, MAX_FINDINGS)) yield `- ${shown(item)}`;
  if (items.length > MAX_FINDINGS) yield `- … ${grouped(items.length - MAX_FINDINGS)} more`;
}

/** Nothing in a name is Markdown, HTML or the mention of a person: such characters become numeric entities. */
function shown(text: string): string {
  const cut = shortText(text, MAX_TEXT);
  return cut
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '\u{fffd}')
    .replace(/[&<>|`*_[\]()\\~#@!$:{}"']/g, (unit) => `&#${unit.charCodeAt(0)};`);
}
