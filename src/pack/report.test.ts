import { expect, it } from 'vitest';
import { MISSING } from '#core/found';
import { Refusal } from '#core/refusal';
import { foundList } from '../../tests/helpers/found-list.ts';
import { checksOf, type Finding } from './findings.ts';
import { NO_REFERENCES } from './references.ts';
import { refusedReport, reportDocument } from './report.ts';
import { reportLines } from './report-text.ts';
import type { PackVerdict } from './verify.ts';

function verdict(findings: readonly Finding[]): PackVerdict {
  const manifest = {
    packId: 'sha256:1',
    created: '2026',
    note: 'n\u001b',
    members: [1, 2, 3],
  } as unknown as PackVerdict['manifest'];
  return {
    outcome: findings.length === 0 ? 'OK' : 'INVALID',
    manifest,
    checks: checksOf(
      findings.map(({ code }) => code),
      true,
    ),
    findings,
    failed: findings.length,
    extra: 0,
    references: NO_REFERENCES,
    found: foundList([{ kind: 'proven', size: 7 }, MISSING, { kind: 'proven', size: 0 }]),
  };
}

const mismatch: Finding = { code: 'HASH_MISMATCH', path: 'a\u001b', expected: 'sha256:e', actual: 'sha256:a' };

it('reportDocument has every field, in the order of the specification', () => {
  expect(Object.keys(reportDocument(verdict([])))).toEqual(['version', 'outcome', 'pack_id', 'checks', 'invalid', 'refusal']);
  expect(reportDocument(verdict([mismatch]))).toMatchObject({ outcome: 'INVALID', invalid: [mismatch], refusal: null });
});

it('refusedReport says that nothing was checked, with null if no pack_id was read', () => {
  const refusal = new Refusal('E_BAD_PACK', 'no', { pack: 'p' }, 'ls -la .');
  const report = refusedReport(refusal, null);
  expect(report).toMatchObject({
    outcome: 'REFUSAL',
    pack_id: null,
    checks: { manifest_parse: false, member_hashes: false, schema_validation: 'skipped' },
    invalid: [],
    refusal: { code: 'E_BAD_PACK', message: 'no', detail: { pack: 'p' }, next_command: 'ls -la .' },
  });
  expect(refusedReport(refusal, 'sha256:1')).toMatchObject({
    pack_id: 'sha256:1',
    checks: { manifest_parse: true, member_hashes: false },
  });
});

const style = {
  show: (text: string) => text.replaceAll('\u001b', '\\u{1b}'),
  good: (text: string) => text,
  bad: (text: string) => text,
  warn: (text: string) => text,
};

it('reportLines shows each finding with what was expected and found, controls escaped', () => {
  const findings: Finding[] = [{ code: 'UNKNOWN_FIELD', field: 'x' }, mismatch, { code: 'EXTRA_MEMBER', path: 'b' }];
  expect([...reportLines(verdict(findings), style)].slice(5)).toEqual([
    '  findings:',
    '    - UNKNOWN_FIELD (field x)',
    '    - HASH_MISMATCH (a\\u{1b})',
    '        expected: sha256:e',
    '        actual:   sha256:a',
    '    - EXTRA_MEMBER (b)',
  ]);
});
