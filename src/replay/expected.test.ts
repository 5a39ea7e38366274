import { expect, it } from 'vitest';
import { expectedOf, isHash, isPlaceholderExpected, isSameHash } from './expected.ts';

const HASH = 'aB'.repeat(32);

it.each([
  [HASH, 'hash'],
  ['', 'placeholder'],
  ['REPLACE_AFTER_ASSEMBLE', 'placeholder'],
  ['REPLACE_AFTER_COMPUTE', 'placeholder'],
  ['NOPE', 'invalid'],
  [`${HASH}\n`, 'invalid'],
  [`${HASH.slice(1)}g`, 'invalid'],
])('expectedOf() %j is %s', (text, kind) => expect(expectedOf({ expected_hash_v1: text })).toEqual({ kind, text }));

it('expectedOf() distinguishes a missing value from a value of another type', () => {
  expect([{}, { expected_hash_v1: null }, { Expected_Hash_V1: HASH }].map((each) => expectedOf(each).kind)).toEqual([
    'absent',
    'absent',
    'absent',
  ]);
  expect(expectedOf({ expected_hash_v1: [HASH] })).toEqual({ kind: 'mistyped', text: '', found: 'an array' });
});

it.each([' ', 'replace_after_compute', 'REPLACE_AFTER_COMPUTE ', 'PLACEHOLDER', '0'.repeat(64)])(
  'isPlaceholderExpected() knows no %j',
  (text) => expect(isPlaceholderExpected(text)).toBe(false),
);

it('isHash() and isSameHash() accept either letter case', () => {
  expect([HASH, HASH.toUpperCase(), HASH.toLowerCase()].map(isHash)).toEqual([true, true, true]);
  expect(isSameHash(HASH, HASH.toUpperCase())).toBe(true);
  expect(isSameHash(HASH.slice(1), HASH.toUpperCase())).toBe(false);
});
