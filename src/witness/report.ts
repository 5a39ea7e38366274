/**
 * The verdict on a ledger for programs (`witness-verify.v0`) and for people.
 *
 *     ✗ /home/ada/.epistemic/witness.jsonl — 2 of 5 lines broken
 *       line 3  EDITED         states blake3:0a…, is blake3:7f…
 *       line 5  TORN           EOF while parsing a string at column 120
 *       last: blake3:c4… at line 4
 */
import { counted } from '#core/count-text';
import type { JsonObject } from '#core/json/value';
import type { Finding, WitnessVerdict } from './verify.ts';

export function outcomeOf({ findings, expected }: WitnessVerdict): 'WITNESS_OK' | 'WITNESS_BROKEN' {
  return findings.length === 0 && expected?.line !== null ? 'WITNESS_OK' : 'WITNESS_BROKEN';
}

export function verdictReport(ledger: string, verdict: WitnessVerdict): JsonObject {
  const { lines, intact, findings, last, expected } = verdict;
  return {
    version: 'witness-verify.v0',
    outcome: outcomeOf(verdict),
    ledger,
    lines,
    intact,
    broken: findings.length,
    findings,
    last,
    ...(expected === undefined ? {} : { expected: { ...expected, lines_after: expected.line === null ? null : lines - expected.line } }),
  };
}

/** Yields each line of the text. It may contain text from the ledger: the caller must escape control characters before printing it. */
export function* verdictLines(ledger: string, verdict: WitnessVerdict): Generator<string> {
  const { lines, findings, last, expected } = verdict;
  const mark = outcomeOf(verdict) === 'WITNESS_OK' ? '✓' : '✗';
  if (findings.length === 0) yield `${mark} ${ledger} — ${counted(lines, 'record')}, chain unbroken`;
  else yield `✗ ${ledger} — ${findings.length} of ${counted(lines, 'line')} broken`;
  const width = String(findings.at(-1)?.line ?? '').length;
  for (const finding of findings) {
    yield `  line ${String(finding.line).padStart(width)}  ${finding.reason.padEnd(13)}  ${explainFinding(finding)}`;
  }
  if (last !== null) yield `  last: ${last.id} at line ${last.line}`;
  if (expected !== undefined) yield `  expected: ${expected.id} ${placeOf(expected.line, lines)}`;
}

function placeOf(line: number | null, lines: number): string {
  if (line === null) return 'is not in this ledger: it was truncated or rewritten';
  return `at line ${line}, ${line === lines ? 'the last' : `${counted(lines - line, 'line')} after it`}`;
}

/** What is wrong with a line, in words. */
export function explainFinding(finding: Finding): string {
  switch (finding.reason) {
    case 'TORN':
    case 'UNREADABLE':
    case 'NOT_CANONICAL':
    case 'MALFORMED':
      return finding.error;
    case 'EDITED':
      return `states ${finding.expected}, is ${finding.actual}`;
    case 'DUPLICATE':
      return `repeats line ${finding.first_line}`;
    case 'FORK':
      return `${place(finding.prev)}, as line ${finding.other_line} already does`;
    case 'GAP':
      return `${place(finding.actual)}, ${finding.actual === null ? 'but is not the first record' : 'which is not above it'}`;
    case 'OUT_OF_ORDER':
      return `follows line ${finding.actual_line}, but is not the next record below it`;
    default:
      return finding satisfies never;
  }
}

function place(prev: string | null): string {
  return prev === null ? 'begins a chain' : `follows ${prev}`;
}
