import { expect, it } from 'vitest';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { JSON_LIMITS, memberListLimits, requireLength } from './limits.ts';
import { parseJson } from './read.ts';

const { document } = JSON_LIMITS;
const GIB = 1 << 30;

it('parseJson() reads as many values as a document may have, and not one more', () => {
  const list = (items: number): Uint8Array => encodeUtf8(`[${'0,'.repeat(items - 1)}0]`);
  expect(parseJson(list(document.values - 1))).toHaveLength(document.values - 1);
  expect(() => parseJson(list(document.values))).toThrow(/^more than 1048576 values$/);
});

it('parseJson() counts nested values, and starts again for every text', () => {
  const room = { bytes: 100, values: 4 };
  const read = (text: string): unknown => parseJson(encodeUtf8(text), 0, text.length, room);
  for (let i = 0; i < 3; i++) expect(read('{"a":[1,2]}')).toEqual({ a: [1, 2] });
  expect(() => read('{"a":[{},{}],"b":1}')).toThrow('more than 4 values');
});

it('parseJson() refuses a longer text without reading it', () =>
  expect(() => parseJson(new Uint8Array(document.bytes + 1))).toThrow(/^more than 67108864 bytes$/));

const never = (): never => {
  throw new Error('asked for memory');
};

it('memberListLimits() is the limit of a document up to 16 MiB', () => expect(memberListLimits(1 << 24, never)).toEqual(document));

it('memberListLimits() allows one value for every 16 bytes of a longer one', () =>
  expect(memberListLimits(130_000_000, () => 4 * GIB)).toEqual({ bytes: 130_000_000, values: 8_125_000 }));

it('memberListLimits() allows no more values and text than fit into memory', () => {
  expect(memberListLimits(130_000_000, () => GIB).values).toBe(2_130_103);
  expect(() =>
    requireLength(
      250_000_000,
      memberListLimits(250_000_000, () => GIB / 4),
    ),
  ).toThrow('250000000 bytes are more than the memory holds');
});
