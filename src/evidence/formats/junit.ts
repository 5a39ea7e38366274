/**
 * Writes what was judged as JUnit XML for CI systems.
 *
 *     <testcase classname="custody verify" name="dec.lock.json: tape.csv" time="0">
 *       <failure type="HASH_MISMATCH" message="tape.csv has other bytes …">dec/tape.csv:1</failure>
 *     </testcase>
 *
 * JUnit XML has no single specification: the output satisfies both common schemas, junit-10 of Jenkins xUnit and that of Apache Ant. Cases are
 * made while they are written, so that a million of them need no memory.
 */
export interface JunitSuite {
  readonly package: string;
  readonly name: string;
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly cases: Iterable<JunitCase>;
}

export interface JunitCase {
  readonly name: string;
  /** Null if the case passed. */
  readonly ending: JunitEnding | null;
}

export interface JunitEnding {
  readonly tag: 'failure' | 'error' | 'skipped';
  /** A case that was skipped has none. */
  readonly type?: string;
  readonly message: string;
  readonly body?: string;
}

/** `at` is in UTC, in whole seconds. */
export function* junitLines(suites: readonly JunitSuite[], at: string): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>';
  yield '<testsuites>';
  for (const [id, suite] of suites.entries()) yield* suiteLines(suite, id, at.replace(/Z$/, ''));
  yield '</testsuites>';
}

function* suiteLines(suite: JunitSuite, id: number, timestamp: string): Generator<string> {
  const { tests, failures, errors, skipped } = suite;
  const named = `id="${id}" package="${escapeXml(suite.package)}" name="${escapeXml(suite.name)}"`;
  const totals = `tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="0"`;
  yield `  <testsuite ${named} timestamp="${timestamp}" hostname="localhost" ${totals}>`;
  yield '    <properties/>';
  for (const each of suite.cases) yield* caseLines(suite.name, each);
  yield '    <system-out/>';
  yield '    <system-err/>';
  yield '  </testsuite>';
}

function* caseLines(classname: string, { name, ending }: JunitCase): Generator<string> {
  const head = `    <testcase classname="${escapeXml(classname)}" name="${escapeXml(name)}" time="0"`;
  if (ending === null) {
    yield `${head}/>`;
    return;
  }
  const { tag, type, message, body = '' } = ending;
  const typed = type === undefined ? '' : ` type="${escapeXml(type)}"`;
  yield `${head}>`;
  yield `      <${tag}${typed} message="${escapeXml(message)}">${escapeXml(body)}</${tag}>`;
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
