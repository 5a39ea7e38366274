/**
 * Verdicts as workflow commands of GitHub Actions, which shows them beside the files. It shows ten of each level for a step, so the line for
 * all comes first.
 *
 *     ::error title=custody verify::4 judged, 3 OK, 1 FAILED
 *     ::error title=HASH_MISMATCH,file=dec/tape.csv,line=1::dec.lock.json: tape.csv has other bytes than when it was locked
 */
import { type Verdict, type Verdicts, worstOutcome } from '../verdict.ts';
import { countsText, coverageText } from './coverage-text.ts';
import { placeOf } from './place.ts';
import { signedLines } from './signature-text.ts';

/** More than any page shows; the others are counted. */
const MAX_ANNOTATIONS = 1000;

export function* githubLines({ verdicts, passedOver, unknown }: Verdicts): Generator<string> {
  const worst = worstOutcome(verdicts.map(({ outcome }) => outcome));
  const level = { OK: 'notice', PARTIAL: 'warning', FAILED: 'error', REFUSED: 'error' }[worst];
  yield command(level, { title: 'custody verify' }, countsText({ verdicts, unknown }));
  for (const verdict of verdicts) yield* verdictLines(verdict);
  for (const { path, reason } of passedOver.slice(0, MAX_ANNOTATIONS))
    yield command('notice', { title: 'passed over', file: path }, reason);
}

function* verdictLines(verdict: Verdict): Generator<string> {
  const { path, outcome, findings, notChecked } = verdict;
  if (outcome === 'PARTIAL') yield command('warning', { title: 'PARTIAL', file: path }, `${path}: ${coverageText(verdict)}`);
  let written = 0;
  for (const finding of findings) {
    if (written++ === MAX_ANNOTATIONS) {
      yield command('error', { title: outcome, file: path }, `${path}: ${findings.count - MAX_ANNOTATIONS} more findings`);
      break;
    }
    const place = placeOf(verdict, finding);
    yield command('error', { title: finding.code, file: place.path, line: String(place.line) }, `${path}: ${finding.message}`);
  }
  for (const line of verdict.signed === undefined ? [] : signedLines(verdict.signed, MAX_ANNOTATIONS))
    yield command('notice', { title: 'signatures', file: path }, `${path}: ${line}`);
  for (const { what, reason } of notChecked) yield command('notice', { title: 'not checked', file: path }, `${path}: ${what}: ${reason}`);
}

function command(level: string, properties: Readonly<Record<string, string>>, message: string): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${level} ${list.join(',')}::${escapeData(message)}`;
}

/** A message ends with its line, and a percent sign begins an escape. */
function escapeData(text: string): string {
  return text
    .toWellFormed()
    .replace(/%/g, '%25')
    .replace(/\r/g, '%0D')
    .replace(/\n/g, '%0A')
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '\u{fffd}');
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
