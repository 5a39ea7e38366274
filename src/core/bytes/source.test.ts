import { describe, expect, test } from 'vitest';
import { chunkedSource } from '../../../tests/fuzz/chunks.ts';
import { drain, fill, heardSource, joined, memorySource, readWhole } from './source.ts';

const bytesTo = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => i * 7);

describe('readWhole()', () => {
  test.each([0, 1, 65_535, 65_536, 65_537, 200_000])('gives %i bytes as they are, in whatever pieces they come', (length) => {
    const bytes = bytesTo(length);
    for (const size of [1000, 1 << 20]) {
      const whole = readWhole(
        chunkedSource(bytes, () => size),
        length,
      );
      expect(whole).toEqual(bytes);
    }
  });

  test('gives nothing of what is longer, and does not read on', () => {
    const heard = heardSource({ read: (into) => into.length }, () => {});
    expect(readWhole(heard, 100_000)).toBeNull();
    expect(heard.size).toBeLessThanOrEqual(2 << 16);
    expect(readWhole(memorySource(bytesTo(5)), 4)).toBeNull();
  });
});

describe('joined()', () => {
  test('gives what was read already and then the rest', () => {
    const bytes = bytesTo(1000);
    for (const cut of [0, 1, 512, 1000]) {
      const source = joined(bytes.subarray(0, cut), memorySource(bytes.subarray(cut)));
      expect(readWhole(source, 1000)).toEqual(bytes);
    }
  });
});

describe('heardSource()', () => {
  test('tells every byte in order and counts them, also those that nobody wanted', () => {
    const bytes = bytesTo(100_000);
    const told: number[] = [];
    const heard = heardSource(
      chunkedSource(bytes, () => 999),
      (piece) => told.push(...piece),
    );
    expect(fill(heard, new Uint8Array(10))).toBe(10);
    drain(heard);
    expect(heard.size).toBe(100_000);
    expect(Uint8Array.from(told)).toEqual(bytes);
  });
});

describe('fill()', () => {
  test('fills across pieces, and less only at the end', () => {
    const source = chunkedSource(bytesTo(10), () => 3);
    expect([fill(source, new Uint8Array(7)), fill(source, new Uint8Array(7)), fill(source, new Uint8Array(7))]).toEqual([7, 3, 0]);
  });
});
