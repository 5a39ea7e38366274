/** A verdict that is too long to be drawn. */
import { expect, it } from 'vitest';
import { type Finding, findingsOf, NO_COVERAGE, type Verdict } from '#evidence/verdict';
import { shortVerdict } from './short-verdict.ts';

const finding: Finding = { code: 'MISSING', path: 'a', wanted: null, found: null, message: 'a is missing', next_command: 'ls a' };
const verdict = (findings: readonly Finding[], report: Verdict['report'] = null): Verdict => ({
  kind: 'lock',
  path: 'd.lock.json',
  id: null,
  digest: null,
  outcome: 'FAILED',
  root: null,
  notChecked: [],
  coverage: NO_COVERAGE,
  findings: findingsOf(findings),
  report,
});

it('shortVerdict() has the first thousand findings, and keeps what a page needs', () => {
  const { findings, path } = shortVerdict(verdict(Array.from({ length: 5000 }, () => finding)));
  expect([findings.count, path]).toEqual([1000, 'd.lock.json']);
  expect([...shortVerdict(verdict([finding])).findings]).toEqual([finding]);
});

it('shortVerdict() cuts long texts, but no command', () => {
  const long = 'x'.repeat(10_000_000);
  const [cut] = shortVerdict(verdict([{ ...finding, path: long, message: long, next_command: `ls ${long}` }])).findings;
  expect([cut?.path?.length, cut?.message.length, cut?.next_command]).toEqual([16_385, 16_385, null]);
});

it('shortVerdict() leaves out a long report, and only a long one', () => {
  const report = (length: number) => (emit: (bytes: Uint8Array) => void) => emit(new Uint8Array(length));
  expect([shortVerdict(verdict([], report(10))).report === null, shortVerdict(verdict([], report(2 << 20))).report]).toEqual([false, null]);
});
