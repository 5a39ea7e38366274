import { describe, expect, it } from 'vitest';
import { summary } from '../../../tests/replay/every-outcome.ts';
import { escapeXml, junitLines } from './junit.ts';
import { replayRun, replaySuite } from './replay-report.ts';
import { literalText, sarifDocument, uriOf } from './sarif.ts';

describe('junitLines()', () => {
  const text = [...junitLines([replaySuite({ ...summary, passedOver: ['a/<link>'] })], '2026-01-15T10:30:00Z')].join('\n');
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
    const [run] = sarifDocument(replayRun(summary, '1.2.3'))['runs'] as unknown as [
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
