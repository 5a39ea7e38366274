import { expect, it } from 'vitest';
import type { JsonValue } from '#core/json/value';
import { readAgainst } from './against.ts';

const state = (fields: Record<string, JsonValue> = {}): JsonValue => ({
  snapshot: { a: 1 },
  units: [],
  versions: [],
  claims: [1, 2],
  meaning: [],
  uncertainty: [3],
  trace: [
    'x/claims/claims/snapshot.json',
    'x/claims/claims/claims/1.json',
    'x/claims/claims/claims/2.json',
    'x/claims/claims/uncertainty/u.json',
    'used:x/claims/claims',
  ],
  ...fields,
});

it('readAgainst() takes the digests of a result', () => {
  const files = [{ file: 'snapshot.json', bytes: 2, bytes_hash: 'sha256:1', canonical_hash: null }];
  expect(readAgainst({ ok: false, files })).toEqual([{ file: 'snapshot.json', bytesHash: 'sha256:1', canonicalHash: null }]);
});

it('readAgainst() takes the values of a state, with the names of its trace', () => {
  expect(readAgainst(state())).toEqual([
    { file: 'snapshot.json', value: { a: 1 } },
    { file: 'claims/1.json', value: 1 },
    { file: 'claims/2.json', value: 2 },
    { file: 'uncertainty/u.json', value: 3 },
  ]);
});

it.each<[string, JsonValue, string]>([
  ['no object', [], 'expected a result'],
  ['no files', { ok: true }, 'it lists no files'],
  ['files of another shape', { files: [{ file: 'a' }] }, 'files: expected file, bytes_hash and canonical_hash'],
  ['files that are no list', { files: 1 }, 'expected a list'],
  ['a state without a folder', state({ units: null }), 'expected a list'],
  ['a state whose trace is another’s', state({ claims: [1] }), 'its trace names 2 files of 1 in claims'],
])('readAgainst() refuses %s', (_, document, message) => expect(() => readAgainst(document)).toThrow(message));
