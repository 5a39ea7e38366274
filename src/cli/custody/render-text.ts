/**
 * Verdicts for people:
 *
 *     FAILED   dec.lock.json — dataset lock, 2 of 3 members verified, 1 failed
 *       id: sha256:49cf1d6d…
 *       root: dec (a folder beside it)
 *       HASH_MISMATCH  tape.csv has other bytes than when it was locked
 *       next: ls -ld dec/tape.csv
 *     FAILED: 1 of 4 (3 OK, 1 FAILED)
 */

import { grouped } from '#core/count-text';
import { coverageText, outcomesText } from '#evidence/formats/coverage-text';
import { signedLines } from '#evidence/formats/signature-text';
import { LOOKED_FOR } from '#evidence/refusals';
import { titleOfKind } from '#evidence/titles';
import { type Finding, type Outcome, type Root, type Verdict, worstOutcome } from '#evidence/verdict';
import type { Invocation } from '../command.ts';
import { bufferText, escapeControls, type Paint } from '../output.ts';
import type { Renderer, Summary } from './render.ts';

/** More findings than a person reads; the other forms have them all. */
const MAX_FINDINGS = 50;
const MAX_PASSED_OVER = 20;
const MAX_SIGNATURES = 20;

export function textRenderer({ stdout, paint }: Invocation): Renderer {
  const out = bufferText(stdout);
  const line = (text: string): void => out.write(`${text}\n`);
  return {
    verdict(verdict, isLast) {
      for (const text of verdictLines(verdict, paint)) line(text);
      // The last one is written together with the end, so that `head -1` takes nothing from a short output.
      if (!isLast) out.flush();
    },
    end(summary) {
      for (const text of endLines(summary, paint)) line(text);
      out.flush();
    },
  };
}

function painted(outcome: Outcome, { good, bad, warn }: Paint): string {
  return { OK: good, PARTIAL: warn, FAILED: bad, REFUSED: bad }[outcome](outcome) + ' '.repeat(9 - outcome.length);
}

function* verdictLines(verdict: Verdict, paint: Paint): Generator<string> {
  const { kind, path, id, outcome, notChecked, root } = verdict;
  const what = kind === null ? '' : ` — ${titleOfKind(kind)}`;
  yield `${painted(outcome, paint)}${escapeControls(path)}${what}${outcome === 'REFUSED' ? '' : `, ${coverageText(verdict)}`}`;
  if (id !== null) yield `  id: ${escapeControls(id)}`;
  if (root !== null) yield `  root: ${escapeControls(root.path)} (${HOW[root.how]})`;
  if (verdict.signed !== undefined) for (const text of signedLines(verdict.signed, MAX_SIGNATURES)) yield `  ${escapeControls(text)}`;
  yield* findingLines(verdict);
  for (const { what: left, reason } of notChecked) yield `  not checked: ${escapeControls(left)}: ${escapeControls(reason)}`;
}

const HOW: Readonly<Record<Root['how'], string>> = {
  option: '--root',
  beside: 'the folder that it lies in',
  scanned: 'a folder beside it',
  above: 'above it',
  stated: 'as it states',
};

function* findingLines({ findings }: Verdict): Generator<string> {
  let shown = 0;
  let isUnknown = false;
  for (const finding of findings) {
    if (shown++ === MAX_FINDINGS) {
      yield `  … and ${grouped(findings.count - MAX_FINDINGS)} more; --json lists them all`;
      return;
    }
    yield* oneFinding(finding, shown === 1);
    isUnknown ||= finding.code === 'E_NOT_RECOGNISED';
  }
  if (!isUnknown) return;
  yield '  looked for:';
  for (const text of LOOKED_FOR) yield `    ${text}`;
}

function* oneFinding({ code, message, next_command }: Finding, isFirst: boolean): Generator<string> {
  yield `  ${code}  ${escapeControls(message)}`;
  if (isFirst && next_command !== null) yield `    next: ${escapeControls(next_command)}`;
}

function* endLines({ outcomes, passedOver, unknown }: Summary, paint: Paint): Generator<string> {
  for (const { path, reason } of passedOver.slice(0, MAX_PASSED_OVER))
    yield `passed over: ${escapeControls(path)} (${escapeControls(reason)})`;
  if (passedOver.length > MAX_PASSED_OVER) yield `passed over: ${grouped(passedOver.length - MAX_PASSED_OVER)} more; --json lists them all`;
  const worst = worstOutcome(outcomes);
  yield `${painted(worst, paint).trimEnd()}: ${outcomesText(outcomes, unknown)}`;
}
