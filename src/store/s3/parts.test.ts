import { expect, it } from 'vitest';
import { partLength } from './parts.ts';

const MIB = 1 << 20;

it.each([
  [64 * MIB + 1, 16 * MIB],
  [160_000 * MIB, 16 * MIB],
  [160_000 * MIB + 1, 17 * MIB],
  [5 * 1024 * 1024 * MIB, 525 * MIB],
])('partLength() of %d bytes is %d: at most ten thousand parts, of sixteen MiB at least', (size, length) => {
  expect(partLength(size, 16 * MIB)).toBe(length);
  expect(Math.ceil(size / length)).toBeLessThanOrEqual(10_000);
});
