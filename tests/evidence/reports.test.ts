/** The five forms of verdicts for other systems: all say the same, and no name breaks a form. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DOMParser } from '@xmldom/xmldom';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { githubLines } from '#evidence/formats/github';
import { htmlLines } from '#evidence/formats/html';
import { junitLines } from '#evidence/formats/junit';
import { markdownLines } from '#evidence/formats/markdown';
import { MAX_RESULTS, sarifDocument } from '#evidence/formats/sarif';
import { passedOverSuite, SarifCollector, verdictSuite } from '#evidence/formats/verdict-report';
import { createVerdict, type Finding, findingsOf, NO_COVERAGE, NO_FINDINGS, type Verdict, type Verdicts } from '#evidence/verdict';
import { SARIF } from '../replay/sarif-subset.ts';

const NAMES = [
  'plain.csv',
  '<img src=x onerror=alert(1)>&amp;\'"',
  ']]>',
  'two\nlines\r::error::injected',
  '\u{1}\u{1b}[31m',
  '\u{85}\u{fffe}\u{2028}',
  '| a | **b** | `c` [d](e) @somebody',
  'a b%20c#d?e,f:g',
  '{0}[here](1)',
  '\u{1f600}',
];

const found = (path: string): Finding => ({
  code: 'HASH_MISMATCH',
  path,
  wanted: `sha256:${'a'.repeat(64)}`,
  found: path,
  message: `${path} has other bytes`,
  next_command: `ls -ld ${path}`,
});

const base = { id: 'sha256:1', digest: null, notChecked: [], root: null, report: null, findings: NO_FINDINGS, coverage: NO_COVERAGE };
const failed = createVerdict({
  ...base,
  kind: 'lock',
  path: 'dec.lock.json',
  outcome: 'FAILED',
  root: { path: 'dec', how: 'scanned' },
  coverage: { ...NO_COVERAGE, expected: NAMES.length + 1, verified: 1, failed: NAMES.length },
  findings: findingsOf(NAMES.map(found)),
});
const good = createVerdict({
  ...base,
  kind: 'pack',
  path: 'pack',
  outcome: 'OK',
  coverage: { ...NO_COVERAGE, expected: 1, verified: 1 },
  notChecked: [{ what: 'the time', reason: 'nothing proves it' }],
});
const partial = createVerdict({
  ...base,
  kind: 'lock',
  path: 'partial.lock.json',
  outcome: 'PARTIAL',
  coverage: { ...NO_COVERAGE, expected: 2, skipped: 2 },
  notChecked: [{ what: '2 members', reason: 'no root was found' }],
});
const ledger = createVerdict({
  ...base,
  kind: 'ledger',
  path: 'w.jsonl',
  outcome: 'FAILED',
  coverage: { ...NO_COVERAGE, expected: 3, verified: 2, failed: 1 },
  findings: findingsOf([{ ...found('line 2'), code: 'EDITED' }]),
});
const refused = createVerdict({
  ...base,
  kind: null,
  path: NAMES[1] as string,
  outcome: 'REFUSED',
  findings: findingsOf([{ ...found('x'), code: 'E_NOT_RECOGNISED', path: null }]),
});

const all: Verdicts = {
  verdicts: [failed, good, partial, ledger, refused],
  passedOver: [{ path: NAMES[3] as string, reason: 'a link' }],
  unknown: 3,
};
const AT = '2026-01-15T10:30:00Z';

const junitOf = ({ verdicts, passedOver }: Verdicts): string =>
  [...junitLines([...verdicts.map(verdictSuite), passedOverSuite(passedOver)], AT)].join('\n');
const sarifOf = ({ verdicts, passedOver }: Verdicts) => {
  const collector = new SarifCollector();
  for (const verdict of verdicts) collector.add(verdict);
  return sarifDocument(collector.run('1.2.3', passedOver));
};
/** More than any form lists. */
const many = (count: number): Verdict =>
  createVerdict({
    ...failed,
    coverage: { ...NO_COVERAGE, expected: count, failed: count },
    findings: {
      count,
      *[Symbol.iterator]() {
        for (let i = 0; i < count; i++) yield found(`file-${i}`);
      },
    },
  });

/** The forms that others have published. They lie beside this project and are not there on every machine; they are never copied into it. */
const forms = fileURLToPath(new URL('../../../shared/fixtures/schemas', import.meta.url));
const hasForms = existsSync(forms);
const why = hasForms ? '' : ' (skipped: the published forms do not lie beside this project)';

describe('JUnit', () => {
  const xml = junitOf(all);
  const elements = (tag: string): readonly Element[] =>
    Array.from(new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName(tag) as unknown as ArrayLike<Element>);

  it('counts in each suite what it lists, and passes only what is OK', () => {
    for (const suite of elements('testsuite')) {
      const count = (tag: string): string => String(suite.getElementsByTagName(tag).length);
      expect(['tests', 'failures', 'errors', 'skipped'].map((name) => suite.getAttribute(name))).toEqual(
        ['testcase', 'failure', 'error', 'skipped'].map(count),
      );
    }
    const passed = elements('testcase').filter((each) => each.childNodes.length === 0);
    expect(passed.map((each) => each.getAttribute('name'))).toEqual(['pack']);
    expect(elements('failure').map((each) => each.getAttribute('type'))).toEqual([
      ...NAMES.map(() => 'HASH_MISMATCH'),
      'PARTIAL',
      'EDITED',
    ]);
    expect(elements('error').map((each) => each.getAttribute('type'))).toEqual(['E_NOT_RECOGNISED']);
  });

  it.runIf(hasForms).each(['junit-10.xsd', 'junit-windyroad.xsd'])(`is valid by %s${why}`, (name) => {
    using schema = XmlDocument.fromBuffer(readFileSync(`${forms}/${name}`));
    using validator = XsdValidator.fromDoc(schema);
    using document = XmlDocument.fromString(xml);
    expect(() => validator.validate(document)).not.toThrow();
  });
});

describe('SARIF', () => {
  const ajv = new Ajv({ allErrors: true, strict: true });
  addFormats.default(ajv);
  const isSarif = ajv.compile(SARIF);
  interface Run {
    readonly results: readonly { readonly ruleId: string; readonly locations: readonly object[] }[];
    readonly invocations: readonly { readonly toolExecutionNotifications: readonly { readonly message: { readonly text: string } }[] }[];
  }
  const runOf = (verdicts: Verdicts): Run => (sarifOf(verdicts)['runs'] as unknown as readonly Run[])[0] as Run;

  it('has a result for each finding and for what could not be checked, with its file and line', () => {
    expect(isSarif(sarifOf(all)), JSON.stringify(isSarif.errors)).toBe(true);
    const { results } = runOf(all);
    expect(results).toHaveLength(NAMES.length + 3);
    const at = (uri: string, startLine: number) => [{ physicalLocation: { artifactLocation: { uri }, region: { startLine } } }];
    expect(results[0]?.locations).toEqual(at('dec/plain.csv', 1));
    expect(results.find(({ ruleId }) => ruleId === 'EDITED')?.locations).toEqual(at('w.jsonl', 2));
    expect(results.find(({ ruleId }) => ruleId === 'PARTIAL')?.locations).toEqual(at('partial.lock.json', 1));
  });

  it.runIf(hasForms)(`is valid by the published schema${why}`, () => {
    const published = new Ajv({ strict: false });
    addFormats.default(published);
    const {
      $schema: _,
      id: __,
      ...schema
    } = JSON.parse(readFileSync(`${forms}/sarif-schema-2.1.0.json`, 'utf8')) as Record<string, unknown>;
    const validate = published.compile(schema);
    expect(validate(sarifOf(all)), JSON.stringify(validate.errors)).toBe(true);
  });

  it('lists 5,000 results and counts the others', () => {
    const { results, invocations } = runOf({ verdicts: [many(7000), many(3)], passedOver: [], unknown: 0 });
    expect(results).toHaveLength(MAX_RESULTS);
    expect(invocations[0]?.toolExecutionNotifications[0]?.message.text).toBe('2003 more results are not listed');
  });
});

describe('GitHub', () => {
  const lines = [...githubLines(all)];
  it('has one command on each line, and no name adds one', () => {
    for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) [^\u0000-\u001f\u2028]+::[^\u0000-\u001f\u2028]*$/u);
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(NAMES.length + 3);
    expect(lines[0]).toBe('::error title=custody verify::5 judged, 1 OK, 1 PARTIAL, 2 FAILED, 1 REFUSED; 3 other files');
    expect(lines[8]).toContain('file=dec/a b%2520c#d?e%2Cf%3Ag,line=1::');
  });

  it('is a warning where something could not be checked, and a notice where all is OK', () => {
    const first = (verdict: Verdict): string | undefined => [...githubLines({ verdicts: [verdict], passedOver: [], unknown: 0 })][0];
    expect([first(partial), first(good)].map((line) => line?.split(' ')[0])).toEqual(['::warning', '::notice']);
  });
});

describe('Markdown', () => {
  it('has a row for each verdict, the worst first, and no name is Markdown or HTML', () => {
    const text = [...markdownLines(all)].join('\n');
    expect(text.split('\n')[0]).toBe('## custody verify: REFUSED');
    const rows = text.split('\n').filter((line) => /^\| (\*\*)?(OK|PARTIAL|FAILED|REFUSED)/.test(line));
    expect(rows.map((row) => /[A-Z]+/.exec(row)?.[0])).toEqual(['REFUSED', 'FAILED', 'FAILED', 'PARTIAL', 'OK']);
    expect(text).not.toMatch(/<|@|`|::/);
    expect(text.split('\n').filter((line) => line.startsWith('| HASH'))).toHaveLength(NAMES.length);
    expect(text).toContain('- pack&#58; the time&#58; nothing proves it');
  });

  it('fits into the summary of a step, whatever was found', () => {
    const long = 'x&'.repeat(5000);
    const wide = { ...many(10_000), findings: findingsOf(Array.from({ length: 10_000 }, () => found(long))) };
    const verdicts = [...Array.from({ length: 400 }, () => wide), ...Array.from({ length: 5000 }, () => good)];
    const text = [...markdownLines({ verdicts, passedOver: [], unknown: 0 })].join('\n');
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
    expect(text).toContain('5,100 more');
  });
});

describe('HTML', () => {
  const html = [...htmlLines(all, { version: '1.2.3', at: AT })].join('\n');
  type Node = { readonly nodeName: string; readonly childNodes?: readonly Node[]; readonly attrs?: readonly { readonly name: string }[] };
  const nodes = (node: Node): readonly Node[] => [node, ...(node.childNodes ?? []).flatMap(nodes)];

  it('is a page without a script, an event or anything from elsewhere, whatever a name has in it', () => {
    const faults: string[] = [];
    const page = nodes(parse(html, { onParseError: ({ code }) => void faults.push(code) }));
    expect(faults).toEqual([]);
    expect(page.filter(({ nodeName }) => ['script', 'img', 'iframe', 'link', 'object', 'a'].includes(nodeName))).toEqual([]);
    expect(page.flatMap(({ attrs = [] }) => attrs).filter(({ name }) => /^on|^(src|href)$/.test(name))).toEqual([]);
    expect(page.filter(({ nodeName }) => nodeName === 'section')).toHaveLength(6);
    expect(page.filter(({ nodeName }) => nodeName === 'svg')).toHaveLength(4);
  });

  it('groups findings by code, lists a thousand of each and counts the others', () => {
    const text = [...htmlLines({ verdicts: [many(1234)], passedOver: [], unknown: 0 }, { version: '1', at: AT })].join('\n');
    expect(text).toContain('<summary>HASH_MISMATCH: 1,234</summary>');
    expect(text.match(/file-\d+ has other bytes/g)).toHaveLength(1000);
    expect(text).toContain('234 more; the JSON form lists them all');
  });
});
