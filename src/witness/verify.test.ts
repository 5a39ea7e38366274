import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { markReused } from '#core/reused';
import { newHasher } from '#hashing/hashers';
import { places, runs } from '../../tests/helpers/trials.ts';
import { ledgerText, rawLines, sampleChain, sampleFields, sampleRecords } from '../../tests/witness/sample-ledger.ts';
import { createRecord } from './create.ts';
import { computeId, formatRecord, type WitnessRecord } from './document.ts';
import { verify } from './verify.ts';

const records = sampleRecords(5) as [WitnessRecord, WitnessRecord, WitnessRecord, WitnessRecord, WitnessRecord];
const [one, two, three, four, five] = records;
const chain = sampleChain(5);

const judge = (text: string | Uint8Array) => verify(rawLines(text), newHasher);
const judgeLines = (lines: readonly (string | WitnessRecord)[]) =>
  judge(ledgerText(lines.map((line) => (typeof line === 'string' ? line : formatRecord(line)))));
const reseal = (record: WitnessRecord, changes: Partial<WitnessRecord>): WitnessRecord => {
  const changed = { ...record, ...changes };
  return { ...changed, id: computeId(changed as never, newHasher) };
};

it('verify() finds nothing in an unbroken chain and names its last record', () =>
  expect(judgeLines(chain)).toEqual({ lines: 5, intact: 5, findings: [], last: { line: 5, id: five.id } }));

it('verify() finds nothing in an empty ledger', () => expect(judge('')).toEqual({ lines: 0, intact: 0, findings: [], last: null }));

const edited = { ...two, outcome: 'LOCK_PARTIAL' };
const forged = reseal(two, { outcome: 'LOCK_PARTIAL' });
const after = (number: number, prev: string | null): WitnessRecord => createRecord(sampleFields(number), prev, newHasher);
const [inserted, other, beginning] = [after(9, one.id), after(9, two.id), after(9, null)];
const zero = `blake3:${'0'.repeat(64)}`;

const changedAt = (line: number, expected: string, actual: string) => ({ line, reason: 'EDITED', expected, actual });
const gap = (line: number, expected: string | null, actual: string | null) => ({ line, reason: 'GAP', expected, actual });
const fork = (line: number, prev: string | null, other_line: number) => ({ line, reason: 'FORK', prev, other_line });

it.each<[what: string, lines: readonly WitnessRecord[], ...findings: object[]]>([
  ['a changed field as EDITED, on that line alone', [one, edited, three], changedAt(2, two.id, forged.id)],
  ['a changed id as EDITED, on that line alone', [one, { ...two, id: zero }, three], changedAt(2, zero, two.id)],
  ['a record that was changed and sealed again by the GAP below it', [one, forged, three], gap(3, forged.id, two.id)],
  ['a removed line as a GAP', [one, three, four], gap(2, one.id, two.id)],
  ['a removed beginning as a GAP', [two, three], gap(1, null, one.id)],
  ['an inserted record as a FORK at the record that was there before', [one, inserted, two, three], fork(3, one.id, 2)],
  ['two writers that saw the same end as a FORK', [one, two, three, other, after(10, other.id)], fork(4, two.id, 3)],
  ['a second beginning as a FORK', [one, two, beginning], fork(3, null, 1)],
  ['a beginning below records whose own beginning is missing as a GAP', [two, beginning], gap(1, null, one.id), gap(2, two.id, null)],
  ['a repeated line as a DUPLICATE, and continues after it', [one, two, one, three], { line: 3, reason: 'DUPLICATE', first_line: 1 }],
  [
    'exchanged lines as a GAP and OUT_OF_ORDER',
    [one, three, two, four],
    gap(2, one.id, two.id),
    { line: 3, reason: 'OUT_OF_ORDER', expected: three.id, actual: one.id, actual_line: 1 },
    { line: 4, reason: 'OUT_OF_ORDER', expected: two.id, actual: three.id, actual_line: 2 },
  ],
])('verify() reports %s', (_, lines, ...findings) => expect(judgeLines(lines).findings).toEqual(findings));

it('verify() reports the same record in other bytes as NOT_CANONICAL', () => {
  const spaced = (chain[1] as string).replace('"exit_code":0', '"exit_code": 0');
  const escaped = (chain[1] as string).replace('d2', '\\u0064\\u0032');
  for (const line of [spaced, escaped]) {
    expect(judgeLines([one, line, three]).findings).toEqual([{ line: 2, reason: 'NOT_CANONICAL', error: 'not in canonical form' }]);
  }
});

it('verify() reports a record of another form as MALFORMED and still follows its id', () => {
  const { prev: _, ...unchained } = one;
  const foreign = reseal(unchained as WitnessRecord, {});
  const next = createRecord(sampleFields(9), foreign.id, newHasher);
  expect(judgeLines([foreign, next]).findings).toEqual([{ line: 1, reason: 'MALFORMED', error: 'missing prev' }]);
  expect(judgeLines([one, '{}', two]).findings).toEqual([{ line: 2, reason: 'MALFORMED', error: 'missing id' }]);
});

it('verify() reports a last line without its newline as TORN, also when its record is whole', () => {
  const text = ledgerText(chain);
  expect(judge(text.slice(0, -1)).findings).toEqual([{ line: 5, reason: 'TORN', error: 'no newline at the end' }]);
  expect(judge(text.slice(0, -9)).findings).toMatchObject([{ line: 5, reason: 'TORN' }]);
});

it('verify() reports a line that a later writer ended as TORN, wherever it was cut', () => {
  const bytes = encodeUtf8(formatRecord(three));
  for (let length = 1; length < bytes.length; length++) {
    const text = Buffer.concat([Buffer.from(ledgerText(chain.slice(0, 2))), bytes.subarray(0, length), Buffer.from('\n')]);
    expect(judge(text).findings, `cut after ${length} bytes`).toMatchObject([{ line: 3, reason: 'TORN' }]);
  }
});

it.each([
  ['an empty line', ''],
  ['text', 'hello'],
  ['another value', '[]'],
  ['something behind a record', `${chain[2]}x`],
  ['two records on one line', `${chain[2]}${chain[3]}`],
])('verify() reports %s as UNREADABLE', (_, line) =>
  expect(judgeLines([one, two, line]).findings).toMatchObject([{ line: 3, reason: 'UNREADABLE' }]),
);

it('verify() reports bytes that are not UTF-8, and a line that is too long, as UNREADABLE', () => {
  const latin1 = Buffer.from(`{"note":"é","tool":"lock"}\n`, 'latin1');
  expect(judge(latin1).findings).toMatchObject([{ line: 1, reason: 'UNREADABLE' }]);
  const tooLong = { bytes: markReused(new Uint8Array(0)), isEnded: true, isTooLong: true };
  expect(verify([...rawLines(ledgerText(chain)), tooLong], newHasher).findings).toEqual([
    { line: 6, reason: 'UNREADABLE', error: 'line too long' },
  ]);
});

it('verify() continues after lines it cannot read', () => {
  expect(judgeLines([one, 'hello', two, '{"cut', three]).findings.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'UNREADABLE'],
    [4, 'TORN'],
  ]);
});

describe('verify(), whatever happens to a ledger,', () => {
  const bytes = encodeUtf8(ledgerText(chain));

  it('finds every changed byte', () => {
    for (const [turn, flip] of [1, 0x20, 0x80].entries()) {
      for (const at of places(bytes.length, 9, turn)) {
        const changed = Uint8Array.from(bytes);
        changed[at] = (bytes[at] as number) ^ flip;
        expect(judge(changed).findings.length, `byte ${at} ^ ${flip}`).toBeGreaterThan(0);
      }
    }
  });

  it('finds any inserted and any removed byte', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const longer = Buffer.concat([bytes.subarray(0, at), Uint8Array.of(byte), bytes.subarray(at)]);
        const shorter = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
        expect(judge(longer).findings.length).toBeGreaterThan(0);
        expect(judge(shorter).findings.length).toBeGreaterThan(0);
      }),
      runs(2000),
    );
  });

  it('finds any selection of its lines in any order, unless it is a beginning of the ledger', () => {
    const lines = fc.array(fc.nat(chain.length - 1), { maxLength: 8 });
    fc.assert(
      fc.property(lines, (order) => {
        const verdict = judgeLines(order.map((index) => chain[index] as string));
        const isBeginning = order.every((index, place) => index === place);
        expect(verdict.findings.length === 0).toBe(isBeginning);
        expect(verdict.intact + verdict.findings.length).toBe(verdict.lines);
      }),
      runs(2000),
    );
  });

  it('puts every line of any file in exactly one place', () => {
    const line = fc.oneof(fc.constantFrom(...chain, '', '{}', '{"id":"x","prev":"y"}', (chain[0] as string).slice(0, 50)), fc.string());
    fc.assert(
      fc.property(fc.array(line), fc.boolean(), (lines, isEnded) => {
        const text = lines.join('\n') + (isEnded ? '\n' : '');
        const verdict = judge(text);
        const found = verdict.findings.map((finding) => finding.line);
        expect(verdict.lines).toBe(rawLines(text).length);
        expect(verdict.intact).toBe(verdict.lines - found.length);
        expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
      }),
    );
  });
});
