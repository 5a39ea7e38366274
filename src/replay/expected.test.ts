import { describe, expect, it } from 'vitest';
import { expectedOf, isHash, isPlaceholderExpected, isSameHash } from './expected.ts';

const HASH = 'aB'.repeat(32);

describe('expectedOf()', () => {
  it.each([
    [HASH, 'hash'],
    ['', 'placeholder'],
    ['REPLACE_AFTER_ASSEMBLE', 'placeholder'],
    ['REPLACE_AFTER_COMPUTE', 'placeholder'],
    ['NOPE', 'invalid'],
    [`${HASH}\n`, 'invalid'],
    [`${HASH.slice(1)}g`, 'invalid'],
  ])('%j is %s', (text, kind) => expect(expectedOf({ expected_hash_v1: text })).toEqual({ kind, text }));

  it('distinguishes a missing value from a value of another type', () => {
    expect([{}, { expected_hash_v1: null }, { Expected_Hash_V1: HASH }].map((each) => expectedOf(each).kind)).toEqual([
      'absent',
      'absent',
      'absent',
    ]);
    expect(expectedOf({ expected_hash_v1: [HASH] })).toEqual({ kind: 'mistyped', text: '', found: 'an array' });
  });
});

describe('isPlaceholderExpected()', () => {
  it.each([' ', 'replace_after_compute', 'REPLACE_AFTER_COMPUTE ', 'PLACEHOLDER', '0'.repeat(64)])('knows no %j', (text) => {
    expect(isPlaceholderExpected(text)).toBe(false);
  });
});

describe('isHash() and isSameHash()', () => {
  it('accept either letter case', () => {
    expect([HASH, HASH.toUpperCase(), HASH.toLowerCase()].map(isHash)).toEqual([true, true, true]);
    expect(isSameHash(HASH, HASH.toUpperCase())).toBe(true);
    expect(isSameHash(HASH.slice(1), HASH.toUpperCase())).toBe(false);
  });
});
