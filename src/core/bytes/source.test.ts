import { expect, test } from 'vitest';
import { chunkedSource } from '../../../tests/fuzz/helpers/chunks.ts';
import { drain, fill, memorySource, observedSource, prefixedSource, readWhole } from './source.ts';

const bytesTo = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => i * 7);

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])('readWhole() returns %i bytes, whatever the pieces they arrive in', (length) => {
  const bytes = bytesTo(length);
  for (const size of [1000, 1 << 20]) {
    const whole = readWhole(
      chunkedSource(bytes, () => size),
      length,
    );
    expect(whole).not.toBeNull();
    expect(Buffer.compare(whole as Uint8Array, bytes)).toBe(0);
  }
});

test('readWhole() returns null for more bytes, and does not read on', () => {
  const observed = observedSource({ read: (into) => into.length }, () => {});
  expect(readWhole(observed, 100_000)).toBeNull();
  expect(observed.size).toBeLessThanOrEqual(2 << 16);
  expect(readWhole(memorySource(bytesTo(5)), 4)).toBeNull();
});

test('joined() returns the bytes of the head and then the rest', () => {
  const bytes = bytesTo(1000);
  for (const cut of [0, 1, 512, 1000]) {
    const source = prefixedSource(bytes.subarray(0, cut), memorySource(bytes.subarray(cut)));
    expect(readWhole(source, 1000)).toEqual(bytes);
  }
});

test('observedSource() reports and counts every byte in order, also drained bytes', () => {
  const bytes = bytesTo(100_000);
  const told: number[] = [];
  const observed = observedSource(
    chunkedSource(bytes, () => 999),
    (piece) => told.push(...piece),
  );
  expect(fill(observed, new Uint8Array(10))).toBe(10);
  drain(observed);
  expect(observed.size).toBe(100_000);
  expect(Buffer.compare(Uint8Array.from(told), bytes)).toBe(0);
});

test('fill() fills the buffer across pieces, and less only at the end', () => {
  const source = chunkedSource(bytesTo(10), () => 3);
  expect([fill(source, new Uint8Array(7)), fill(source, new Uint8Array(7)), fill(source, new Uint8Array(7))]).toEqual([7, 3, 0]);
});
