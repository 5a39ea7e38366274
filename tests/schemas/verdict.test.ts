/** verdict.v0.json, one field at a time: it does not hold for a verdict that contradicts itself. */
import { expect, it } from 'vitest';
import { compile, damaged, type Path } from './published-schema.ts';

const holds = compile('verdict.v0.json');
const finding = { code: 'MISSING', found: null, message: 'a is missing', next_command: null, path: 'a', wanted: 'sha256:00' };
const coverage = { expected: 2, extra: 0, failed: 0, not_selected: 0, skipped: 0, verified: 2 };
const ok = {
  coverage,
  digest: `sha256:${'0'.repeat(64)}`,
  findings: [] as object[],
  id: 'sha256:11',
  kind: 'lock' as string | null,
  not_checked: [{ reason: 'not asked for', what: 'extra files' }],
  outcome: 'OK',
  path: 'dec.lock.json',
  report: {},
  root: { how: 'beside', path: '.' },
  version: 'verdict.v0',
};
const failed = { ...ok, coverage: { ...coverage, failed: 1, verified: 1 }, findings: [finding], outcome: 'FAILED' };
const refused = {
  ...failed,
  coverage: { ...coverage, expected: 0, verified: 0 },
  kind: null,
  outcome: 'REFUSED',
  report: null,
  root: null,
};
const partial = { ...ok, coverage: { ...coverage, skipped: 2, verified: 0 }, outcome: 'PARTIAL' };
const several = {
  outcome: 'FAILED',
  passed_over: [{ path: 'l', reason: 'a link' }],
  unknown: 1,
  verdicts: [ok, failed],
  version: 'verdicts.v0',
};

it.each([ok, failed, refused, partial, several])('verdict.v0.json holds for $version $outcome', (document) => {
  expect([holds(document), holds.errors]).toEqual([true, null]);
});

it.each<[string, object, Path, unknown]>([
  ['another kind', ok, ['kind'], 'bag'],
  ['OK of something that was not recognised', ok, ['kind'], null],
  ['OK with a finding', ok, ['findings'], [finding]],
  ['OK with a failed member', ok, ['coverage', 'failed'], 1],
  ['OK with a skipped member', ok, ['coverage', 'skipped'], 1],
  ['PARTIAL with a failed member', partial, ['coverage', 'failed'], 1],
  ['FAILED without a finding', failed, ['findings'], []],
  ['REFUSED with a verified member', refused, ['coverage', 'verified'], 1],
  ['an outcome of a report', ok, ['outcome'], 'VERIFY_OK'],
  ['a digest of another algorithm', ok, ['digest'], 'blake3:00'],
  ['a negative count', ok, ['coverage', 'extra'], -1],
  ['a finding without a code', failed, ['findings', 0, 'code'], undefined],
  ['a finding without a sentence', failed, ['findings', 0, 'message'], ''],
  ['a number as what was wanted', failed, ['findings', 0, 'wanted'], 1],
  ['a root found in another way', ok, ['root', 'how'], 'guessed'],
  ['something not checked without a reason', ok, ['not_checked', 0, 'reason'], undefined],
  ['another field', ok, ['more'], 1],
  ['several without a count of unknown files', several, ['unknown'], undefined],
])('verdict.v0.json does not hold for %s', (_, document, path, part) => expect(holds(damaged(document, path, part))).toBe(false));
