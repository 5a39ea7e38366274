import { describe, expect, it } from 'vitest';
import { summary, verdict } from '../../tests/replay/every-outcome.ts';
import type { Outcome } from './result.ts';
import { countsOf, type Summary, summaryJson, summaryOutcome } from './summary.ts';
import { summaryLines, verdictLines } from './text.ts';

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
