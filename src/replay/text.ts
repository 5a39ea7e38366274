/**
 * Writes verdicts as text: a single bundle is named by its ref, many bundles by their paths.
 *
 *     OK data/snapshots/demo
 *     FAIL data/snapshots/other hash mismatch expected=0000… got=CEED…
 *       changed snapshot.json /state/n
 *     2 bundles: 1 ok, 1 mismatch, 0 write blocked, 0 invalid, 0 failed
 */
import type { TextStyle } from '#core/text-style';
import type { Difference, ResultV1, Verdict, WriteReason } from './result.ts';
import { countsOf, type Summary } from './summary.ts';

export function verdictLines({ result }: Verdict, style: Omit<TextStyle, 'warn'>): Generator<string> {
  return linesOf(result.ref, result, style);
}

export function* summaryLines(summary: Summary, style: Omit<TextStyle, 'warn'>): Generator<string> {
  for (const { name, result } of summary.verdicts) yield* linesOf(name, result, style);
  for (const error of summary.errors) yield `${style.bad('FAIL')} ${style.show(error)}`;
  for (const link of summary.passedOver ?? []) yield `passed over ${style.show(link)}: a link to a folder`;
  yield countsLine(summary);
}

function* linesOf(name: string, result: ResultV1, style: Omit<TextStyle, 'warn'>): Generator<string> {
  const { ok, message, errors = [] } = result;
  const named = name === '' ? '' : `${name} `;
  const head = ok ? `${style.good('OK')} ${style.show(name)}` : `${style.bad('FAIL')} ${style.show(named + message)}`;
  yield head + SUFFIXES[result.write_reason];
  for (const error of errors) if (error !== message) yield `  ${style.show(error)}`;
  for (const text of evidenceTexts(result)) yield `  ${style.show(text)}`;
  for (const text of result.inexact_numbers ?? []) yield `  hashed as rounded: ${style.show(text)}`;
}

/** Lines that help to find the cause: the differences, if known, otherwise the digests that two people can compare. */
export function evidenceTexts({ ok, differences, files = [] }: ResultV1): readonly string[] {
  if (differences !== undefined) return differences.map(differenceText);
  return ok ? [] : files.map(({ file, canonical_hash, bytes_hash }) => `${canonical_hash ?? bytes_hash} ${file}`);
}

function countsLine({ verdicts, passedOver = [] }: Summary): string {
  const { bundles, ok, mismatch, write_blocked, invalid, failed } = countsOf(verdicts);
  const things = bundles === 1 ? 'bundle' : 'bundles';
  return `${bundles} ${things}: ${ok} ok, ${mismatch} mismatch, ${write_blocked} write blocked, ${invalid} invalid, ${failed} failed${passedOver.length === 0 ? '' : `, ${passedOver.length} passed over`}`;
}

export function differenceText({ file, pointer, kind }: Difference): string {
  return pointer === null ? `${kind} ${file}` : `${kind} ${file} ${pointer === '' ? '(whole document)' : pointer}`;
}

const SUFFIXES: Readonly<Record<WriteReason, string>> = {
  none: '',
  flag_not_set: '',
  placeholder: ' (expected written)',
  existing_expected_present: ' (write blocked: existing expected present)',
  snapshot_not_found: ' (write blocked: snapshot not found)',
  snapshot_invalid_json: ' (write blocked: snapshot invalid json)',
  invalid_hash: ' (write blocked: invalid hash)',
  io_error: ' (write blocked)',
};
