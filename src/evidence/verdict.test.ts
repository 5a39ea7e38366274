import { expect, it } from 'vitest';
import { parseJson } from '#core/json/read';
import { formatSpine } from '#core/json/write';
import {
  type Coverage,
  createVerdict,
  emitVerdict,
  emitVerdicts,
  type Finding,
  findingsOf,
  NO_COVERAGE,
  NO_FINDINGS,
  type Verdict,
  worstOutcome,
} from './verdict.ts';

const FINDING: Finding = { code: 'MISSING', path: 'a', wanted: 'sha256:00', found: null, message: 'a is missing', next_command: null };

const OK: Verdict = {
  kind: 'lock',
  path: 'dec.lock.json',
  id: 'sha256:11',
  digest: `sha256:${'2'.repeat(64)}`,
  outcome: 'OK',
  coverage: { ...NO_COVERAGE, expected: 2, verified: 2 },
  findings: NO_FINDINGS,
  notChecked: [{ what: 'extra files', reason: 'not asked for' }],
  root: { path: '.', how: 'beside' },
  report: (emit) => emit(new TextEncoder().encode('{"version":"x"}')),
};

const FAILED: Verdict = { ...OK, outcome: 'FAILED', coverage: { ...NO_COVERAGE, expected: 1, failed: 1 }, findings: findingsOf([FINDING]) };
const REFUSED: Verdict = {
  ...OK,
  kind: null,
  outcome: 'REFUSED',
  coverage: NO_COVERAGE,
  findings: findingsOf([FINDING]),
  report: null,
  root: null,
};

function textOf(write: (emit: (bytes: Uint8Array) => void) => void): string {
  const parts: Uint8Array[] = [];
  write((bytes) => parts.push(bytes));
  return Buffer.concat(parts).toString();
}

it.each([OK, FAILED, REFUSED])('emitVerdict() writes canonical bytes: $outcome', (verdict) => {
  const text = textOf((emit) => emitVerdict(createVerdict(verdict), emit));
  expect(formatSpine(parseJson(Buffer.from(text)))).toBe(text);
});

it('emitVerdicts() writes the worst outcome first, and canonical bytes', () => {
  const text = textOf((emit) => emitVerdicts({ verdicts: [OK, FAILED], passedOver: [{ path: 'l', reason: 'a link' }], unknown: 3 }, emit));
  expect(text).toMatch(/^\{"outcome":"FAILED","passed_over":\[\{"path":"l","reason":"a link"\}\],"unknown":3,"verdicts":\[\{"coverage"/);
  expect(formatSpine(parseJson(Buffer.from(text)))).toBe(text);
});

it.each<[string, Partial<Coverage>, Partial<Verdict>]>([
  ['an equation that does not close', { expected: 3 }, {}],
  ['a negative count', { expected: 0, verified: -1, skipped: 1 }, {}],
  ['half a member', { expected: 2.5, verified: 2.5 }, {}],
  ['OK with a failed member', { verified: 1, failed: 1 }, {}],
  ['OK with a skipped member', { verified: 1, skipped: 1 }, {}],
  ['OK with a finding', {}, { findings: findingsOf([FINDING]) }],
  ['PARTIAL with a failed member', { verified: 1, failed: 1 }, { outcome: 'PARTIAL' }],
  ['PARTIAL where nothing was left out', {}, { outcome: 'PARTIAL', notChecked: [] }],
  ['FAILED without a finding', {}, { outcome: 'FAILED' }],
  ['REFUSED with a verified member', {}, { outcome: 'REFUSED', findings: findingsOf([FINDING]) }],
])('createVerdict() refuses %s', (_, coverage, fields) => {
  expect(() => createVerdict({ ...OK, ...fields, coverage: { ...OK.coverage, ...coverage } })).toThrow(RangeError);
});

it('emitVerdict() reads a list that is made while it is read, and passes it on in pieces', () => {
  const count = 5000;
  const findings = {
    count,
    *[Symbol.iterator]() {
      for (let i = 0; i < count; i++) yield { ...FINDING, path: `é/${i}` };
    },
  };
  let largest = 0;
  const verdict = createVerdict({ ...OK, outcome: 'FAILED', findings });
  const text = textOf((emit) =>
    emitVerdict(verdict, (bytes) => {
      largest = Math.max(largest, bytes.length);
      emit(bytes);
    }),
  );
  expect((JSON.parse(text) as { findings: Finding[] }).findings.map(({ path }) => path)).toEqual(Array.from(findings, ({ path }) => path));
  expect(largest).toBeLessThan(1 << 17);
});

it('worstOutcome() is OK of nothing, and the worst of several', () => {
  expect([worstOutcome([]), worstOutcome(['OK', 'FAILED', 'PARTIAL']), worstOutcome(['REFUSED', 'FAILED'])]).toEqual([
    'OK',
    'FAILED',
    'REFUSED',
  ]);
});
