/**
 * Writes verdicts as JUnit XML for CI systems. A bundle is a test case; a mismatch or a blocked write is a failure, bad input is an error, and a
 * link that was not followed is skipped.
 *
 *     <testcase classname="replay verify" name="data/snapshots/demo" time="0">
 *       <failure type="REPLAY_MISMATCH" message="hash mismatch expected=… got=…">data/snapshots/demo/snapshot.json:2…</failure>
 *     </testcase>
 *
 * JUnit XML has no single specification: the output satisfies both common schemas, junit-10 of Jenkins xUnit and that of Apache Ant.
 */
import { countsOf, type NamedVerdict, type Summary } from './summary.ts';
import { evidenceTexts } from './text.ts';

/** `at` is in UTC, in whole seconds. */
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

/** Characters that XML 1.0 does not allow become U+FFFD. Line ends in attributes are escaped, because a parser would turn them into spaces. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '\u{fffd}')
    .replace(/[&<>"']/g, (unit) => NAMES[unit] as string)
    .replace(/[\t\n\r]/g, (unit) => `&#${unit.charCodeAt(0)};`);
}
