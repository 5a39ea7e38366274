import { expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

const MIB = 1 << 20;
const file = Uint8Array.from({ length: 9 * MIB + 5 }, (_, index) => (index * 31 + (index >>> 9)) & 255);

function opened() {
  const asked: (readonly [number, number])[] = [];
  const read = readAhead((position, length) => {
    asked.push([position, length]);
    return file.slice(position, position + length);
  });
  const bytes = (position: number, length: number): Uint8Array => {
    const into = new Uint8Array(length);
    return into.subarray(0, read(position, into));
  };
  return { bytes, asked };
}

test.each([1000, 65_536, 3 * MIB, 5 * MIB])('gives a file in pieces of %i bytes, each of them whole but the last', (length) => {
  const { bytes } = opened();
  for (let at = 0; at < file.length; at += length) expect(Buffer.compare(bytes(at, length), file.subarray(at, at + length))).toBe(0);
  expect(bytes(file.length, length)).toHaveLength(0);
});

test('asks for more only when a read goes on where the last one ended', () => {
  const { bytes, asked } = opened();
  bytes(0, 10);
  for (let at = 10; at < 100; at += 10) bytes(at, 10);
  expect(asked).toEqual([
    [0, 10],
    [10, 4 * MIB],
  ]);
  expect(bytes(5, 10)).toEqual(file.slice(5, 15));
  expect(bytes(40, 10)).toEqual(file.slice(40, 50));
  expect(asked.slice(2)).toEqual([
    [5, 10],
    [40, 10],
  ]);
});

test('fails when the file cannot be read any more', () => {
  let reads = 0;
  const read = readAhead((position, length) => {
    if (++reads > 2) throw new Error('changed');
    return file.slice(position, position + length);
  });
  const into = new Uint8Array(2 * MIB);
  expect([read(0, into), read(2 * MIB, into), read(4 * MIB, into)]).toEqual([2 * MIB, 2 * MIB, 2 * MIB]);
  expect(() => read(6 * MIB, into)).toThrow('changed');
});
