/**
 * Verdicts as JUnit XML, as CI systems read it: a bundle is a test case, a mismatch or a blocked write a failure, bad input an error.
 *
 *     <testcase classname="replay verify" name="data/snapshots/demo" file="data/snapshots/demo/snapshot.json" time="0">
 *       <failure type="REPLAY_MISMATCH" message="hash mismatch expected=… got=…">…</failure>
 *     </testcase>
 */
import { countsOf, type NamedVerdict, type Summary } from './summary.ts';
import { evidenceTexts } from './text.ts';

export function* junitLines(summary: Summary): Generator<string> {
  const { verdicts, errors } = summary;
  const { bundles, mismatch, write_blocked, invalid, failed } = countsOf(verdicts);
  const totals = `tests="${bundles + errors.length}" failures="${mismatch + write_blocked}" errors="${invalid + failed + errors.length}" skipped="0" time="0"`;
  yield '<?xml version="1.0" encoding="UTF-8"?>';
  yield `<testsuites name="custody replay" ${totals}>`;
  yield `  <testsuite name="replay verify" ${totals}>`;
  for (const verdict of verdicts) yield* caseLines(verdict);
  for (const error of errors) {
    yield `    <testcase classname="replay verify" name="${escapeXml(error)}" time="0">`;
    yield `      <error type="REPLAY_INVALID" message="${escapeXml(error)}"></error>`;
    yield '    </testcase>';
  }
  yield '  </testsuite>';
  yield '</testsuites>';
}

function* caseLines({ outcome, result, name, place }: NamedVerdict): Generator<string> {
  const file = place === null ? '' : ` file="${escapeXml(place)}"`;
  const head = `    <testcase classname="replay verify" name="${escapeXml(name)}"${file} time="0"`;
  if (outcome === 'REPLAY_OK') {
    yield `${head}/>`;
    return;
  }
  const tag = outcome === 'REPLAY_MISMATCH' || outcome === 'REPLAY_WRITE_BLOCKED' ? 'failure' : 'error';
  const message = outcome === 'REPLAY_WRITE_BLOCKED' ? `${result.message} (write blocked: ${result.write_reason})` : result.message;
  const body = [...(result.errors ?? []), ...evidenceTexts(result)].join('\n');
  yield `${head}>`;
  yield `      <${tag} type="${outcome}" message="${escapeXml(message)}">${escapeXml(body)}</${tag}>`;
  yield '    </testcase>';
}

const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** What XML 1.0 cannot hold stands as U+FFFD; a line end is kept apart from a space, also in an attribute. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '\u{fffd}')
    .replace(/[&<>"']/g, (unit) => NAMES[unit] as string)
    .replace(/[\t\n\r]/g, (unit) => `&#${unit.charCodeAt(0)};`);
}
