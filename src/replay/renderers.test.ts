import { describe, expect, it } from 'vitest';
import { escapeXml, junitLines } from './junit.ts';
import { type Outcome, type ResultFields, resultV1 } from './result.ts';
import { literalText, sarifDocument, uriOf } from './sarif.ts';
import { countsOf, type NamedVerdict, type Summary, summaryJson, summaryOutcome } from './summary.ts';
import { summaryLines, verdictLines } from './text.ts';

const verdict = (outcome: Outcome, fields: Partial<ResultFields> = {}): NamedVerdict => {
  const ref = fields.ref ?? 'demo';
  const [name, place] = [`s/${ref}`, `s/${ref}/snapshot.json`];
  return { name, place, outcome, result: resultV1({ ref, trace: [name, place], message: 'it <is> "so" & \u0007', ...fields }) };
};
const summary: Summary = {
  root: 'a root',
  verdicts: [
    verdict('REPLAY_OK', { ref: 'a', ok: true, message: 'ok' }),
    verdict('REPLAY_MISMATCH', { ref: 'b', differences: [{ file: 'claims/x.json', pointer: '/a', kind: 'changed' }] }),
    verdict('REPLAY_WRITE_BLOCKED', { ref: 'c', write_blocked: true, write_reason: 'existing_expected_present' }),
    { ...verdict('REPLAY_INVALID', { ref: 'd', errors: ['one', 'two\nlines'], message: 'one' }), line: 3 },
    verdict('REFUSAL', { ref: 'e', write_blocked: true, write_reason: 'io_error' }),
  ],
  errors: ['read dir x: Permission denied'],
};
const plain = (text: string): string => text;

describe('countsOf() and summaryOutcome()', () => {
  it('count the verdicts, and the worst decides', () => {
    expect(countsOf(summary.verdicts)).toEqual({ bundles: 5, ok: 1, mismatch: 1, write_blocked: 1, invalid: 1, failed: 1 });
    const upTo = (count: number): Outcome => summaryOutcome({ verdicts: summary.verdicts.slice(0, count), errors: [] });
    expect([1, 2, 3, 4, 5].map(upTo)).toEqual(['REPLAY_OK', 'REPLAY_MISMATCH', 'REPLAY_WRITE_BLOCKED', 'REPLAY_INVALID', 'REFUSAL']);
    expect(summaryOutcome({ verdicts: summary.verdicts.slice(0, 1), errors: ['x'] })).toBe('REPLAY_INVALID');
    expect(summaryOutcome({ verdicts: Array.from({ length: 300_000 }, () => verdict('REPLAY_OK')), errors: [] })).toBe('REPLAY_OK');
  });
});

describe('summaryJson()', () => {
  it.each([
    [summary],
    [{ ...summary, errors: [] }],
    [{ root: '', verdicts: [], errors: ['x'] }],
    [{ root: '', verdicts: summary.verdicts.slice(0, 1), errors: [] }],
    [{ ...summary, passedOver: [] }],
    [{ ...summary, passedOver: ['a', '\u2028"'] }],
    [{ root: '', verdicts: [verdict('REPLAY_OK', { expected: 'REPLACE\n"\u0000', ref: 'é\u2028', trace: [], files: [] })], errors: [] }],
  ])('equals the document printed at once, whatever its content', (each: Summary) => {
    const { verdicts, errors, passedOver } = each;
    const counts = { ...countsOf(verdicts), ...(passedOver === undefined ? {} : { passed_over: passedOver.length }) };
    const more = passedOver === undefined ? {} : { passed_over: passedOver };
    const whole = { results: verdicts.map(({ result }) => result), counts, ...more, ...(errors.length === 0 ? {} : { errors }) };
    expect([...summaryJson(each)].join('\n')).toBe(JSON.stringify(whole, null, 2));
  });
});

describe('summaryLines()', () => {
  const style = { show: plain, good: plain, bad: plain };
  it('list each bundle by its path, then the counts', () => {
    expect([...summaryLines(summary, style)]).toEqual([
      'OK s/a',
      'FAIL s/b it <is> "so" & \u0007',
      '  changed claims/x.json /a',
      'FAIL s/c it <is> "so" & \u0007 (write blocked: existing expected present)',
      'FAIL s/d one',
      '  two\nlines',
      'FAIL s/e it <is> "so" & \u0007 (write blocked)',
      'FAIL read dir x: Permission denied',
      '5 bundles: 1 ok, 1 mismatch, 1 write blocked, 1 invalid, 1 failed',
    ]);
    expect([...summaryLines({ ...summary, passedOver: ['a/link'] }, style)].slice(-2)).toEqual([
      'passed over a/link: a link to a folder',
      '5 bundles: 1 ok, 1 mismatch, 1 write blocked, 1 invalid, 1 failed, 1 passed over',
    ]);
  });

  it('verdictLines() name one bundle by its ref, if it has one, and list the digests of its files if no differences are known', () => {
    const files = [{ file: 'snapshot.json', bytes: 1, bytes_hash: 'sha256:b', canonical_hash: null }];
    expect([...verdictLines(verdict('REPLAY_MISMATCH', { files, message: 'no' }), style)]).toEqual([
      'FAIL demo no',
      '  sha256:b snapshot.json',
    ]);
    expect([...verdictLines(verdict('REPLAY_INVALID', { ref: '', message: 'no' }), style)]).toEqual(['FAIL no']);
    expect([...verdictLines(verdict('REPLAY_OK', { files, ok: true }), style)]).toEqual(['OK demo']);
  });
});

describe('junitLines()', () => {
  const text = [...junitLines({ ...summary, passedOver: ['a/<link>'] }, '2026-01-15T10:30:00Z')].join('\n');
  it('count failures and errors separately', () => {
    expect(text).toContain(
      '<testsuite id="0" package="custody replay" name="replay verify" timestamp="2026-01-15T10:30:00" hostname="localhost" tests="7" failures="2" errors="3" skipped="1" time="0">',
    );
    expect(text).toContain('name="a/&lt;link&gt;" time="0">\n      <skipped ');
    expect(text.match(/<failure /g)?.length).toBe(2);
    expect(text.match(/<error /g)?.length).toBe(3);
    expect(text).toContain('<testcase classname="replay verify" name="s/a" time="0"/>');
    expect(text).toContain(
      'type="REPLAY_WRITE_BLOCKED" message="it &lt;is&gt; &quot;so&quot; &amp; \u{fffd} (write blocked: existing_expected_present)"',
    );
    expect(text).toContain('>s/d/snapshot.json:3&#10;one&#10;two&#10;lines</error>');
    expect(text).toContain('>s/b/snapshot.json&#10;changed claims/x.json /a</failure>');
  });

  it('escapeXml() leaves no character that XML 1.0 forbids', () => {
    const all = String.fromCharCode(...Array.from({ length: 0x100 }, (_, unit) => unit), 0xd800, 0xfffe, 0xffff);
    expect(escapeXml(all)).not.toMatch(/[\u0000-\u001f\u007f-\u009f<>"'\ud800-\udfff\ufffe\uffff]/);
    expect(escapeXml(']]> é \u{1f600}\r\n')).toBe(']]&gt; é \u{1f600}&#13;&#10;');
  });
});

describe('sarifDocument()', () => {
  it('has one result for each bundle that is not OK, each with its rule', () => {
    const [run] = sarifDocument(summary, '1.2.3')['runs'] as unknown as [
      {
        tool: { driver: { rules: { id: string }[] } };
        results: { ruleId: string; ruleIndex: number; message: { text: string }; locations: object[] }[];
      },
    ];
    const ids = run.tool.driver.rules.map(({ id }) => id);
    expect(run.results.map(({ ruleId }) => ruleId)).toEqual([
      'REPLAY_MISMATCH',
      'REPLAY_WRITE_BLOCKED',
      'REPLAY_INVALID',
      'REFUSAL',
      'REPLAY_INVALID',
    ]);
    expect(run.results.every(({ ruleId, ruleIndex }) => ids[ruleIndex] === ruleId)).toBe(true);
    expect(run.results[0]?.message.text).toBe('s/b: it <is> "so" & \u0007\nchanged claims/x.json /a');
    const at = (uri: string, startLine = 1) => [{ physicalLocation: { artifactLocation: { uri }, region: { startLine } } }];
    expect(run.results.map(({ locations }) => locations)).toEqual([
      at('s/b/snapshot.json'),
      at('s/c/snapshot.json'),
      at('s/d/snapshot.json', 3),
      at('s/e/snapshot.json'),
      at('a%20root'),
    ]);
  });

  it.each([
    ['data/a b/é.json', 'data/a%20b/%C3%A9.json'],
    ['/data/x', 'file:///data/x'],
    ['c:/x%', 'c%3A/x%25'],
    ['../[x]?#', '../%5Bx%5D%3F%23'],
    ['', '.'],
    ['a\u{1f600}\ud800', 'a%F0%9F%98%80%EF%BF%BD'],
  ])('uriOf(%j)', (path, uri) => expect(uriOf(path)).toBe(uri));

  it.each([
    ["expected ',' or '}'", "expected ',' or '}}'"],
    ['{0}', '{{0}}'],
    ['a[1] (x)', 'a[1] (x)'],
    ['[here](1)', '\\[here\\](1)'],
    ['\ud800', '\u{fffd}'],
  ])('literalText(%j) has no placeholder and no link', (text, literal) => expect(literalText(text)).toBe(literal));
});
