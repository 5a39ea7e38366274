import { expect, it } from 'vitest';
import type { TextStyle } from '#core/text-style';
import type { Finding } from './findings.ts';
import { reportLines } from './report-text.ts';
import type { ToolVerdict } from './verify.ts';

const style: TextStyle = {
  show: (text) => text.replaceAll('\n', '\\n'),
  good: (text) => `+${text}`,
  bad: (text) => `-${text}`,
  warn: (text) => `?${text}`,
};
const lines = (tools: readonly ToolVerdict[], frozen = false) => [...reportLines({ tools, frozen }, style)];
const ok: ToolVerdict = { id: 'a', version: '1', lock: { space: 'user', file: '/l' }, status: 'OK', findings: [], refusal: null };
const finding = (kind: Finding['kind'], position: number): Finding => ({
  kind,
  position,
  itemId: 'run',
  file: '/run.yaml',
  expected: 'x',
  actual: 'y',
});

it('reportLines() lists a tool that is OK only if it is the only one', () => {
  expect(lines([ok])).toEqual(['chain verify: +CHAIN_OK', '  a 1: +OK', '    lock: /l (user)', '  1 ok, 0 drifted, 0 unlocked, 0 refused']);
  expect(lines([ok, { ...ok, id: 'b' }])).toEqual(['chain verify: +CHAIN_OK', '  2 ok, 0 drifted, 0 unlocked, 0 refused']);
});

it('reportLines() does not suggest an update if the root is gone', () => {
  const gone = { ...finding('MISSING', 0), file: null, actual: null };
  const shown = lines([{ ...ok, lock: { space: 'user', file: "/it's" }, status: 'DRIFT', findings: [gone] }]);
  expect(shown).toContain("    a person must decide: restore the tool, or delete the stale lockfile /it's");
  expect(shown).toContain('    - MISSING run');
  expect(shown.join()).not.toContain('update');
});

it('reportLines() suggests a lock if another version is pinned', () => {
  const bumped: ToolVerdict = { ...ok, lock: null, status: 'DRIFT', findings: [finding('UNLOCKED', 0)] };
  expect(lines([bumped])).toContain('    a person must decide, after review: custody chain lock a');
});

it('reportLines() suggests signing an unsigned tool, and names the trust folder; suggests an update only if the lock does not match', () => {
  const unsigned = ['UNSIGNED', 'BAD_SIGNATURE', 'UNTRUSTED'].map((kind, at) => finding(kind as Finding['kind'], at));
  const remedy = lines([{ ...ok, status: 'DRIFT', findings: unsigned }]).slice(-3, -1);
  expect(remedy).toEqual([
    '    a person must decide, after review: custody chain sign run run',
    '    keys that are trusted: custody chain trust list',
  ]);
  const both = lines([{ ...ok, status: 'DRIFT', findings: [finding('CHANGED', 0), ...unsigned] }]);
  expect(both.at(-4)).toContain('custody chain update a');
});

it('reportLines() escapes all untrusted text', () => {
  const odd = { ...finding('CHANGED', 0), itemId: 'i\ni', file: 'f\nf', expected: 'e\ne', actual: 'a\na' };
  const shown = lines([{ ...ok, id: 't\nt', version: 'v\nv', lock: { space: 'user', file: 'l\nl' }, status: 'DRIFT', findings: [odd] }]);
  expect(shown.filter((line) => line.includes('\n'))).toEqual([]);
});
