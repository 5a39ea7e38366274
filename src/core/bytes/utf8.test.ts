import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8, sequenceLength } from './utf8.ts';

/** Bytes on either side of every border in the table of well-formed sequences. */
const BORDERS = [
  0x00, 0x22, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4,
  0xf5, 0xff,
];

const lenient = new TextDecoder('utf-8');

/** The result of the engine's decoder: the length of the first character if it has several bytes, otherwise 0. */
function lengthByDecoder(bytes: Uint8Array): number {
  const [first = ''] = lenient.decode(bytes);
  return first === '\u{fffd}' || first < '\u{80}' ? 0 : encodeUtf8(first).length;
}

test('sequenceLength() agrees with the engine on every pair of bytes', () => {
  const bytes = new Uint8Array(2);
  for (let first = 0x80; first < 0x100; first++) {
    for (let second = 0; second < 0x100; second++) {
      bytes.set([first, second]);
      if (sequenceLength(bytes, 0, 2) !== lengthByDecoder(bytes)) expect.fail(`${first} ${second}`);
    }
  }
});

test.each([3, 4])('sequenceLength() agrees with the engine on %i bytes around every border', (count) => {
  const bytes = new Uint8Array(count);
  const fill = (at: number): void => {
    if (at === count) {
      if (sequenceLength(bytes, 0, count) !== lengthByDecoder(bytes)) expect.fail([...bytes].join(' '));
      return;
    }
    for (const byte of BORDERS) {
      if (at === 0 && byte < 0xc0) continue;
      bytes[at] = byte;
      fill(at + 1);
    }
  };
  fill(0);
});

test('sequenceLength() never reads beyond the given end', () => {
  const bytes = encodeUtf8('\u{e9}\u{20ac}\u{1f600}');
  expect([0, 1].map((end) => sequenceLength(bytes, 0, end))).toEqual([0, 0]);
  expect([3, 4].map((end) => sequenceLength(bytes, 2, end))).toEqual([0, 0]);
  expect([6, 7, 8].map((end) => sequenceLength(bytes, 5, end))).toEqual([0, 0, 0]);
  expect([sequenceLength(bytes, 0, 2), sequenceLength(bytes, 2, 5), sequenceLength(bytes, 5, 9)]).toEqual([2, 3, 4]);
});

test('sequenceLength() accepts characters of every length and no surrogate', () => {
  for (let point = 0x80; point <= 0x10ffff; point += point < 0x11000 ? 5 : 997) {
    const isSurrogate = point >= 0xd800 && point <= 0xdfff;
    const bytes = isSurrogate
      ? Uint8Array.of(0xed, 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f))
      : encodeUtf8(String.fromCodePoint(point));
    if (sequenceLength(bytes, 0, bytes.length) !== (isSurrogate ? 0 : bytes.length)) expect.fail(point.toString(16));
  }
});

test('decodeUtf8() throws on bytes that are not UTF-8', () => {
  expect(() => decodeUtf8(Uint8Array.of(0x61, 0xff))).toThrow(TypeError);
  expect(() => decodeUtf8(Uint8Array.of(0xe2, 0x82))).toThrow(TypeError);
});

test('decodeUtf8() keeps a byte order mark', () => expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('\u{feff}a'));

test('decodeUtf8() returns what was passed to encodeUtf8()', () => {
  const text = 'a\0\u{e9}\u{ffff}\u{1f600}';
  expect(decodeUtf8(encodeUtf8(text))).toBe(text);
});
