import { expect, it } from 'vitest';
import { cachedVerify } from './cached-verify.ts';

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

it('cachedVerify() verifies each key, message and signature once, and returns the same result again', () => {
  const asked: string[] = [];
  const verify = cachedVerify((key, message, signature) => {
    asked.push([key, message, signature].map(String).join('/'));
    return message[0] === 1;
  });
  for (let round = 0; round < 2; round++) {
    expect(verify(bytes(1), bytes(1), bytes(1))).toBe(true);
    expect(verify(bytes(1), bytes(2), bytes(1))).toBe(false);
    expect(verify(bytes(2), bytes(1), bytes(1))).toBe(true);
    expect(verify(bytes(1), bytes(1), bytes(2))).toBe(true);
    expect(verify(bytes(1, 32), bytes(1), bytes(1))).toBe(true);
    expect(verify(bytes(1), bytes(1), bytes(32, 1))).toBe(true);
    expect(verify(bytes(1), bytes(1, 0), bytes(1))).toBe(true);
  }
  expect(asked).toHaveLength(7);
  expect(new Set(asked).size).toBe(7);
});
