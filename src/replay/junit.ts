/**
 * Verdicts as JUnit XML, as CI systems read it: a bundle is a test case, a mismatch or a blocked write a failure, bad input an error, a link that
 * was not followed is skipped.
 *
 *     <testcase classname="replay verify" name="data/snapshots/demo" time="0">
 *       <failure type="REPLAY_MISMATCH" message="hash mismatch expected=… got=…">data/snapshots/demo/snapshot.json:2…</failure>
 *     </testcase>
 *
 * There is no one form of it: what is written is what both common schemas (Jenkins xUnit's junit-10 and that of Apache Ant) allow and require.
 */
import { countsOf, type NamedVerdict, type Summary } from './summary.ts';
import { evidenceTexts } from './text.ts';

/** `at` is UTC, whole seconds. */
export function* junitLines(summary: Summary, at: string): Generator<string> {
  const { verdicts, errors, passedOver = [] } = summary;
  const { bundles, mismatch, write_blocked, invalid, failed } = countsOf(verdicts);
  const tests = bundles + errors.length + passedOver.length;
  const totals = `tests="${tests}" failures="${mismatch + write_blocked}" errors="${invalid + failed + errors.length}" skipped="${passedOver.length}" time="0"`;
  yield '<?xml version="1.0" encoding="UTF-8"?>';
  yield '<testsuites>';
  yield `  <testsuite id="0" package="custody replay" name="replay verify" timestamp="${at.replace(/Z$/, '')}" hostname="localhost" ${totals}>`;
  yield '    <properties/>';
  for (const verdict of verdicts) yield* caseLines(verdict);
  for (const error of errors) {
    yield `    <testcase classname="replay verify" name="${escapeXml(error)}" time="0">`;
    yield `      <error type="REPLAY_INVALID" message="${escapeXml(error)}"></error>`;
    yield '    </testcase>';
  }
  for (const link of passedOver) {
    yield `    <testcase classname="replay verify" name="${escapeXml(link)}" time="0">`;
    yield '      <skipped message="passed over: a link to a folder"></skipped>';
    yield '    </testcase>';
  }
  yield '    <system-out/>';
  yield '    <system-err/>';
  yield '  </testsuite>';
  yield '</testsuites>';
}

function* caseLines({ outcome, result, name, place, line }: NamedVerdict): Generator<string> {
  const head = `    <testcase classname="replay verify" name="${escapeXml(name)}" time="0"`;
  if (outcome === 'REPLAY_OK') {
    yield `${head}/>`;
    return;
  }
  const tag = outcome === 'REPLAY_MISMATCH' || outcome === 'REPLAY_WRITE_BLOCKED' ? 'failure' : 'error';
  const message = outcome === 'REPLAY_WRITE_BLOCKED' ? `${result.message} (write blocked: ${result.write_reason})` : result.message;
  const file = place === null ? [] : [line === undefined ? place : `${place}:${line}`];
  const body = [...file, ...(result.errors ?? []), ...evidenceTexts(result)].join('\n');
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
