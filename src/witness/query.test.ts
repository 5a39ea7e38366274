import { expect, it } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { ledgerText, rawLines, sampleRecords } from '../../tests/witness/sample-ledger.ts';
import { formatRecord } from './document.ts';
import { type Filter, formatRow, NO_FILTER, parseBound, passes, select, withAllFields } from './query.ts';

const getFrom = (record: JsonObject) => (field: string) => record[field];
const record: JsonObject = {
  tool: 'lock',
  outcome: 'LOCK_CREATED',
  ts: '2026-01-31T12:00:00Z',
  inputs: [{ hash: null }, { hash: 'blake3:00c0ffee00', path: './in/dec.jsonl' }],
  output_hash: 'blake3:00decade00',
  id: `blake3:${'1'.repeat(64)}`,
  params: { output: 'out/dec.lock.json', lock_hash: `sha256:${'a'.repeat(64)}`, deep: { ids: ['b'.repeat(64)] }, note: 'facade' },
};

it.each<[string, Partial<Filter>, boolean]>([
  ['no filter', {}, true],
  ['its tool', { tool: 'lock' }, true],
  ['another tool', { tool: 'loc' }, false],
  ['its outcome', { outcome: 'LOCK_CREATED' }, true],
  ['part of its outcome', { outcome: 'LOCK' }, false],
  ['part of an input hash', { inputHash: 'c0ffee' }, true],
  ['no part of an input hash', { inputHash: 'decaf' }, false],
  ['part of its output hash', { outputHash: 'decade' }, true],
  ['part of an input hash for an output hash', { outputHash: 'c0ffee' }, false],
  ['part of an id among its parameters', { id: 'sha256:aaaa' }, true],
  ['an id without its algorithm, further down', { id: 'b'.repeat(64) }, true],
  ['its own id', { id: `blake3:${'1'.repeat(64)}` }, true],
  ['text that is no id', { id: 'facade' }, false],
  ['the path of an input', { path: 'in/dec.jsonl' }, true],
  ['the path of an input, spelt otherwise', { path: './in/dec.jsonl' }, true],
  ['the last segment of the path of the output', { path: 'dec.lock.json' }, true],
  ['part of a segment', { path: 'lock.json' }, false],
  ['the folder of a path', { path: 'out' }, false],
  ['no path', { path: '' }, false],
  ['a file that was an input', { file: ['blake3:00c0ffee00', 'x'] }, true],
  ['a file that was the output', { file: ['x', 'blake3:00decade00'] }, true],
  ['a file that states an id among its parameters', { file: ['x', `sha256:${'a'.repeat(64)}`] }, true],
  ['another file', { file: ['x', 'facade'] }, false],
  ['a lower bound at its instant', { since: Date.parse('2026-01-31T12:00:00Z') }, true],
  ['a lower bound after it', { since: Date.parse('2026-01-31T12:00:01Z') }, false],
  ['an upper bound at its instant', { until: Date.parse('2026-01-31T12:00:00Z') }, true],
  ['an upper bound before it', { until: Date.parse('2026-01-31T11:59:59Z') }, false],
  ['one filter of two', { tool: 'lock', outcome: 'REFUSAL' }, false],
])('passes() with %s', (_, filter, expected) => expect(passes(getFrom(record), { ...NO_FILTER, ...filter })).toBe(expected));

it('passes() compares instants, not texts', () => {
  const noonInParis = { ...record, ts: '2026-01-31T13:00:00+01:00' };
  expect(passes(getFrom(noonInParis), { ...NO_FILTER, until: Date.parse('2026-01-31T12:00:00Z') })).toBe(true);
});

it('passes() excludes a record without a valid time from every interval', () => {
  for (const ts of [undefined, null, 7, 'yesterday']) {
    const timeless = { ...record, ts } as JsonObject;
    expect(passes(getFrom(timeless), { ...NO_FILTER, since: 0 })).toBe(false);
    expect(passes(getFrom(timeless), { ...NO_FILTER, until: 8e15 })).toBe(false);
    expect(passes(getFrom(timeless), NO_FILTER)).toBe(true);
  }
});

it('passes() survives records of any shape', () => {
  for (const inputs of [null, 'c0ffee', [null], [7], [{}], [{ hash: 7 }]]) {
    for (const asked of [{ inputHash: 'c0ffee' }, { outputHash: 'c' }, { path: 'c' }, { id: 'c' }, { file: ['c'] }]) {
      expect(passes(getFrom({ inputs, params: inputs, output_hash: inputs, id: inputs }), { ...NO_FILTER, ...asked })).toBe(
        inputs === 'c0ffee' && ('id' in asked || 'outputHash' in asked),
      );
    }
  }
});

it('parseBound() treats a date as the whole day in UTC', () => {
  expect(parseBound('2026-01-31', 'since')).toBe(Date.parse('2026-01-31T00:00:00Z'));
  expect(parseBound('2026-01-31', 'until')).toBe(Date.parse('2026-01-31T23:59:59.999Z'));
});

it('parseBound() treats a timestamp as its instant on both sides', () => {
  for (const side of ['since', 'until'] as const) expect(parseBound('2026-01-31T01:00:00+01:00', side)).toBe(Date.parse('2026-01-31'));
});

it.each(['', 'today', '2026-02-30', '2026-1-1', '2026-01-31T12:00', '2026', '1769817600'])('parseBound() refuses %j', (text) => {
  expect(parseBound(text, 'since')).toBeNull();
  expect(parseBound(text, 'until')).toBeNull();
});

const lines = sampleRecords(4, (number) => ({ tool: number % 2 === 0 ? 'hash' : 'lock' })).map(formatRecord);
const chosen = (text: string | Uint8Array, filter: Partial<Filter>) => {
  const times: unknown[] = [];
  const counts = select(rawLines(text), { ...NO_FILTER, ...filter }, ({ get }) => times.push(get('ts')));
  return { times, ...counts };
};

it('select() keeps the order of its input', () => {
  expect(chosen(ledgerText(lines), { tool: 'hash' })).toEqual({
    times: ['2026-01-01T00:00:02Z', '2026-01-01T00:00:04Z'],
    matched: 2,
    unreadable: 0,
  });
});

it('select() stops at the limit', () =>
  expect(chosen(`${ledgerText(lines)}junk\n`, { limit: 1 })).toEqual({ times: ['2026-01-01T00:00:01Z'], matched: 1, unreadable: 0 }));

it('select() counts lines it cannot read and goes on', () => {
  const text = Buffer.concat([Buffer.from('junk\n\n[]\n'), Uint8Array.of(0xff, 10), Buffer.from(ledgerText(lines))]);
  expect(chosen(text, {})).toMatchObject({ matched: 4, unreadable: 4 });
});

it('select() treats an object with missing fields as a record', () =>
  expect(chosen('{}\n', {})).toEqual({ times: [undefined], matched: 1, unreadable: 0 }));

it('withAllFields() shows missing fields as null and keeps additional ones', () => {
  expect(withAllFields({ tool: 'lock', pack_id: 'p' })).toEqual({
    binary_hash: null,
    exit_code: null,
    id: null,
    inputs: null,
    outcome: null,
    output_hash: null,
    pack_id: 'p',
    params: null,
    prev: null,
    tool: 'lock',
    ts: null,
    version: null,
  });
});

it('formatRow() shows time, tool, version, outcome, exit code and what was read', () => {
  const [first] = sampleRecords(1);
  expect(formatRow(getFrom(first as unknown as JsonObject))).toBe('2026-01-01T00:00:01Z  lock 0.1.0  LOCK_CREATED (exit 0)  été-1.jsonl');
});

it('formatRow() shows what was done with which files, and the ids in full', () => {
  expect(formatRow(getFrom(record))).toBe(
    `2026-01-31T12:00:00Z  lock ?  LOCK_CREATED (exit ?)  ./in/dec.jsonl -> out/dec.lock.json sha256:${'a'.repeat(64)}`,
  );
  const inputs = ['a', 'b', 'c', 'd', 'e'].map((path) => ({ path }));
  expect(formatRow(getFrom({ inputs, params: { subcommand: 'seal', output: null } }))).toBe('?  ? ?  ? (exit ?)  seal a b c and 2 more');
});

it('formatRow() shows a question mark for a missing value', () =>
  expect(formatRow(getFrom({ ts: null, tool: {} }))).toBe('?  ? ?  ? (exit ?)'));
