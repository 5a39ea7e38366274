import { expect, it } from 'vitest';
import { newHasher } from '#hashing/hashers';
import { ledgerText, rawLines, sampleFields, sampleRecords } from '../../tests/witness/sample-ledger.ts';
import { createRecord } from './create.ts';
import { computeId, formatRecord, type WitnessRecord } from './document.ts';
import { verdictLines, verdictReport } from './report.ts';
import { verify } from './verify.ts';

const [one, two, three, four] = sampleRecords(4) as [WitnessRecord, WitnessRecord, WitnessRecord, WitnessRecord];
const verdictOf = (lines: readonly string[]) => verify(rawLines(ledgerText(lines)), newHasher);

it('verdictLines() shows the line of the expected record', () => {
  const expecting = (id: string) => [...verdictLines('w.jsonl', verify(rawLines(ledgerText([one, two].map(formatRecord))), newHasher, id))];
  expect(expecting(two.id).at(-1)).toBe(`  expected: ${two.id} at line 2, the last`);
  expect(expecting(one.id).at(-1)).toBe(`  expected: ${one.id} at line 1, 1 line after it`);
  expect(expecting(three.id)).toEqual([
    '✗ w.jsonl — 2 records, chain unbroken',
    `  last: ${two.id} at line 2`,
    `  expected: ${three.id} is not in this ledger: it was truncated or rewritten`,
  ]);
});

it('verdictLines() gives every finding a line, in order, with what it means', () => {
  const edited = { ...two, tool: 'pack' };
  const fork = createRecord(sampleFields(9), one.id, newHasher);
  const lines = [formatRecord(one), formatRecord(edited), formatRecord(four), formatRecord(three), formatRecord(one), formatRecord(fork)];
  expect([...verdictLines('w.jsonl', verdictOf([...lines, 'x', formatRecord(two).slice(0, 9), '{}']))]).toEqual([
    '✗ w.jsonl — 8 of 9 lines broken',
    `  line 2  EDITED         states ${two.id}, is ${computeId(edited as never, newHasher)}`,
    `  line 3  GAP            follows ${three.id}, which is not above it`,
    '  line 4  OUT_OF_ORDER   follows line 2, but is not the next record below it',
    '  line 5  DUPLICATE      repeats line 1',
    `  line 6  FORK           follows ${one.id}, as line 2 already does`,
    '  line 7  UNREADABLE     expected value at column 1',
    '  line 8  TORN           EOF while parsing a string at column 10',
    '  line 9  MALFORMED      missing id',
    `  last: ${fork.id} at line 6`,
  ]);
});

it('verdictReport() counts lines so that they add up', () => {
  expect(verdictReport('w.jsonl', verdictOf([formatRecord(one), 'x', formatRecord(two)]))).toEqual({
    version: 'witness-verify.v0',
    outcome: 'WITNESS_BROKEN',
    ledger: 'w.jsonl',
    lines: 3,
    intact: 2,
    broken: 1,
    findings: [{ line: 2, reason: 'UNREADABLE', error: 'expected value at column 1' }],
    last: { line: 3, id: two.id },
  });
});

it('verdictReport() is broken without the expected record, even if the rest is sound', () => {
  const expecting = (id: string) => verdictReport('w.jsonl', verify(rawLines(ledgerText([one, two].map(formatRecord))), newHasher, id));
  expect(expecting(one.id)).toMatchObject({ outcome: 'WITNESS_OK', expected: { id: one.id, line: 1, lines_after: 1 } });
  expect(expecting(three.id)).toMatchObject({ outcome: 'WITNESS_BROKEN', broken: 0, expected: { line: null, lines_after: null } });
});
