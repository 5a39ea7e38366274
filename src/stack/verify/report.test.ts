import { expect, test } from 'vitest';
import type { Finding } from './findings.ts';
import { countsOf, reportDocument, type StackVerdict, verifyOutcome } from './report.ts';
import { reportLines } from './report-text.ts';

const STYLE = {
  show: (text: string) => text.replaceAll('\n', '\\n'),
  good: (text: string) => `+${text}`,
  bad: (text: string) => `!${text}`,
  warn: (text: string) => `~${text}`,
};

const CHANGED: Finding = {
  kind: 'CHANGED',
  section: 'modules',
  id: 'm.a',
  field: 'module_manifest_sha256',
  file: 'modules/a/module.yaml',
  expected: 'aa',
  actual: 'bb',
  reason: null,
};

const INACTIVE: Finding = {
  kind: 'INACTIVE',
  section: 'corridors',
  id: 'c.one',
  field: 'corridor_activated',
  file: null,
  expected: true,
  actual: null,
  reason: 'expired',
};

function verdict(findings: readonly Finding[]): StackVerdict {
  return {
    lock: 'stack.lock',
    zoneId: 'z.one',
    generatedAt: '2026-01-15T00:00:00Z',
    evidence: { root: '.', zone: 'zone.yaml', stores: [] },
    judged: {
      findings,
      verified: [{ section: 'document', id: null, field: 'zone_id', file: 'zone.yaml' }],
      notChecked: ['a', 'b', 'c', 'd\n'].map((id) => ({ section: 'modules', id, field: 'params', reason: 'not in the store' }) as const),
    },
    notLookedUp: [{ section: 'corridors', id: 'c.one', field: 'revocation', reason: 'not asked' }],
    corridors: [{ corridorId: 'c.one', activated: true, blockers: [], lockedActivated: true }],
    at: {
      time: '2027-01-15T00:00:00Z',
      corridors: [{ corridorId: 'c.one', activated: false, blockers: ['did:key:a:expired'], lockedActivated: true }],
    },
    required: { time: '2027-01-15T00:00:00Z', corridors: ['c.one', 'c\n'] },
    unusedKeys: [{ file: 'zone.yaml', key: 'titel' }],
  };
}

test('countsOf() adds up to the claims, without findings that concern no claim', () => {
  const beside = [{ ...CHANGED, kind: 'UNPINNED' } as const, { ...CHANGED, kind: 'AT_TIME' } as const];
  expect(countsOf(verdict([CHANGED, ...beside]))).toEqual({ claims: 6, verified: 1, drifted: 1, notChecked: 4, beside: 2 });
});

test('verifyOutcome() is STACK_OK without findings, whatever was not checked', () => {
  expect(verifyOutcome(verdict([]))).toBe('STACK_OK');
  expect(verifyOutcome(verdict([{ ...CHANGED, kind: 'UNPINNED' }]))).toBe('STACK_DRIFT');
});

test('reportDocument() has all three lists and both times', () => {
  expect(reportDocument(verdict([CHANGED]))).toMatchObject({
    version: 'stack-verify.v0',
    outcome: 'STACK_DRIFT',
    evidence: { root: '.', zone: 'zone.yaml', stores: [] },
    counts: { claims: 6, verified: 1, drifted: 1, not_checked: 4, beside: 0 },
    findings: [CHANGED],
    verified: [{ field: 'zone_id', file: 'zone.yaml' }],
    not_checked: [{ id: 'a', reason: 'not in the store' }, {}, {}, {}],
    not_looked_up: [{ section: 'corridors', id: 'c.one', field: 'revocation', reason: 'not asked' }],
    corridors: [{ corridor_id: 'c.one', activated: true, locked_activated: true }],
    at: { time: '2027-01-15T00:00:00Z', corridors: [{ activated: false, blockers: ['did:key:a:expired'] }] },
    required_active: { time: '2027-01-15T00:00:00Z', corridors: ['c.one', 'c\n'] },
    unused_keys: [{ file: 'zone.yaml', key: 'titel' }],
    refusal: null,
  });
});

test('reportLines() shows the findings with their files, the state of corridors, and what was not checked', () => {
  expect([
    ...reportLines(verdict([CHANGED, { ...CHANGED, kind: 'UNPINNED', file: null, expected: null, actual: ['x\n'] }, INACTIVE]), STYLE),
  ]).toEqual([
    'stack verify: !STACK_DRIFT  stack.lock',
    '  zone z.one, locked 2026-01-15T00:00:00Z',
    '  - CHANGED modules m.a module_manifest_sha256: modules/a/module.yaml',
    '      expected: aa',
    '      actual:   bb',
    '  - UNPINNED modules m.a module_manifest_sha256',
    '      actual:   ["x\\n"]',
    '  - INACTIVE corridors c.one corridor_activated',
    '      expected: true',
    '      expired',
    '  corridor c.one: +active',
    '  at 2027-01-15T00:00:00Z:',
    '    corridor c.one: ~not active, locked as active — did:key:a:expired',
    '  required at 2027-01-15T00:00:00Z: +active — c\\n',
    '  required at 2027-01-15T00:00:00Z: ~not active — c.one',
    '  6 claims: 1 verified, 1 drifted, 4 not checked; 2 beside them',
    '  not checked: a params, b params, c params and 1 more (not in the store)',
    '  not checked: c.one revocation (not asked)',
  ]);
});
