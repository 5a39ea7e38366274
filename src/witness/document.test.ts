import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import { newHasher } from '#hashing/hashers';
import { sampleRecords } from '../../tests/witness/sample-ledger.ts';
import { computeId, findProblem, formatRecord, parseRecord, type WitnessRecord } from './document.ts';

const [record] = sampleRecords(1) as [WitnessRecord];
const line = formatRecord(record);
const value = parseJson(encodeUtf8(line)) as JsonObject;

const problemOf = (fields: JsonObject) => findProblem((field) => fields[field]);

it('formatRecord() writes one canonical line, keys in byte order, without a newline', () => {
  expect(line).toBe(
    '{"binary_hash":"blake3:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","exit_code":0,' +
      '"id":"blake3:e802c2907e00207730fc4651993fb8ed5ac22d9a66c66abe7f7764ccac046733",' +
      '"inputs":[{"bytes":1,"hash":"blake3:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","path":"été-1.jsonl"}],' +
      '"outcome":"LOCK_CREATED","output_hash":"blake3:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",' +
      '"params":{"as_of":null,"dataset_id":"d1","note":"a \\"quoted\\"\\nnote"},"prev":null,"tool":"lock",' +
      '"ts":"2026-01-01T00:00:01Z","version":"0.1.0"}',
  );
});

it('computeId() is the BLAKE3 of the canonical record with an empty id, whatever id is stated', () => {
  expect(computeId(value, newHasher)).toBe(record.id);
  expect(computeId({ ...value, id: 'anything' }, newHasher)).toBe(record.id);
  expect(computeId({ ...value, tool: 'pack' }, newHasher)).not.toBe(record.id);
});

it('computeId() covers unknown fields', () => expect(computeId({ ...value, pack_id: null }, newHasher)).not.toBe(record.id));

it('parseRecord() reads what formatRecord() wrote', () => expect(parseRecord(encodeUtf8(line))).toEqual(record));

it.each(['', '[]', '{}', line.slice(0, -1), line.replace('"prev":null,', '')])('parseRecord() finds no record in %j', (text) =>
  expect(parseRecord(encodeUtf8(text))).toBeNull(),
);

it('findProblem() accepts a record, also with unknown fields', () => {
  expect(problemOf(value)).toBeNull();
  expect(problemOf({ ...value, pack_id: 'x', prev: record.id, inputs: [] })).toBeNull();
  expect(problemOf({ ...value, inputs: [{ path: 'stdin', hash: null, bytes: null }] })).toBeNull();
});

it.each(Object.keys(value))('findProblem() misses %s', (field) => {
  const { [field]: _, ...others } = value;
  expect(problemOf(others)).toBe(`missing ${field}`);
});

it.each([
  ['binary_hash', null],
  ['binary_hash', 'blake3:unknown'],
  ['exit_code', '0'],
  ['exit_code', -1],
  ['exit_code', 256],
  ['id', 'blake3:0'],
  ['inputs', {}],
  ['inputs', [{ path: 'stdin', hash: null }]],
  ['inputs', [{ path: null, hash: null, bytes: null }]],
  ['inputs', [{ path: 'a', hash: 1, bytes: null }]],
  ['outcome', null],
  ['output_hash', ''],
  ['params', []],
  ['prev', 0],
  ['tool', null],
  ['ts', '2026-01-01'],
  ['version', 1],
] as const)('findProblem() finds a bad %s: %j', (field, wrong) => expect(problemOf({ ...value, [field]: wrong })).toBe(`bad ${field}`));
