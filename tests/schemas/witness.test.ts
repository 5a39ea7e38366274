/** The witness schemas and the witness page hold for what the program does. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { newHasher } from '#hashing/hashers';
import { findProblem, parseRecord } from '#witness/document';
import { verify } from '#witness/verify';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { rawLines, sampleRecords } from '../witness/sample-ledger.ts';
import { compile } from './published-schema.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const isRecord = compile('witness.v0.json');
const [record] = sampleRecords(1);

it('witness.v0.json holds for what formatRecord() writes', () => expect(isRecord(record)).toBe(true));

it.each([
  ...Object.keys(record as object).map((field) => [field, undefined] as const),
  ['binary_hash', null],
  ['exit_code', 256],
  ['id', 'blake3:0'],
  ['inputs', [{ path: 'a', hash: null }]],
  ['output_hash', ''],
  ['params', []],
  ['prev', 0],
  ['ts', '2026-01-01'],
] as const)('witness.v0.json finds a wrong %s (%j), as findProblem() does', (field, wrong) => {
  const broken = { ...record, [field]: wrong } as Record<string, never>;
  expect(isRecord(broken)).toBe(false);
  expect(findProblem((name) => broken[name])).not.toBeNull();
});

const isVerdict = compile('witness-verify.v0.json');

it('witness-verify.v0.json holds for every verdict and refusal that the scripts print', () => {
  const printed = printedDocuments(['witness']).filter(({ version }) => version === 'witness-verify.v0');
  expect(printed.length).toBeGreaterThan(5);
  expect(printed.filter((document) => !isVerdict(document))).toEqual([]);
});

it('witness-verify.v0.json holds for a finding of every reason', () => {
  const errors = ['TORN', 'UNREADABLE', 'NOT_CANONICAL', 'MALFORMED'].map((reason) => ({ line: 1, reason, error: 'x' }));
  const id = `blake3:${'0'.repeat(64)}`;
  const findings = [
    ...errors,
    { line: 1, reason: 'EDITED', expected: id, actual: id },
    { line: 1, reason: 'DUPLICATE', first_line: 1 },
    { line: 1, reason: 'FORK', prev: null, other_line: 1 },
    { line: 1, reason: 'GAP', expected: null, actual: id },
    { line: 1, reason: 'OUT_OF_ORDER', expected: id, actual: id, actual_line: 1 },
  ];
  const verdict = {
    version: 'witness-verify.v0',
    outcome: 'WITNESS_BROKEN',
    ledger: '/w',
    lines: 9,
    intact: 0,
    broken: 9,
    findings,
    last: null,
  };
  expect(isVerdict(verdict), JSON.stringify(isVerdict.errors)).toBe(true);
  expect(isVerdict({ ...verdict, findings: [{ line: 0, reason: 'DUPLICATE', first_line: 1 }] })).toBe(false);
  expect(isVerdict({ ...verdict, findings: [{ line: 1, reason: 'FORK', prev: null }] })).toBe(false);
});

const page = read('docs/formats/witness.md');

it('docs/formats/witness.md shows a record that verifies', () => {
  const example = /<!-- test: witness-record -->\n```json\n(.*\n)```/.exec(page)?.[1] ?? '';
  expect(verify(rawLines(example), newHasher)).toMatchObject({ lines: 1, intact: 1 });
  expect(parseRecord(encodeUtf8(example.trimEnd()))).not.toBeNull();
  expect(page).toContain(`'${example.trimEnd().replace(/"id":"[^"]*"/, '"id":""')}' | b3sum`);
});

it('docs/formats/witness.md names every reason of a finding', () => {
  const reasons = [...read('schemas/witness-verify.v0.json').matchAll(/"([A-Z]+(?:_[A-Z]+)*)"/g)].map(([, word]) => word as string);
  expect(reasons.length).toBeGreaterThan(9);
  expect(reasons.filter((reason) => reason !== 'REFUSAL' && !page.includes(`\`${reason}\``))).toEqual([]);
});
