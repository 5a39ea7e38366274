import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkedSource, randomChunks } from '../../../tests/fuzz/helpers/chunks.ts';
import { runs } from '../../../tests/helpers/trials.ts';
import type { ByteSource } from '../ports.ts';
import { LineReader, LineTooLong } from './lines.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

function linesOf(source: ByteSource): string[] {
  const lines: string[] = [];
  const reader = new LineReader(source);
  while (reader.next()) lines.push(decodeUtf8(reader.bytes.subarray(reader.start, reader.end)));
  return lines;
}

/** The simplest implementation. */
function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

test.each<[string, string[]]>([
  ['', []],
  ['\n', ['']],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\r\n\nb', ['a', '', 'b']],
  ['a\r', ['a']],
  ['\r', ['']],
  ['a\r\r\n', ['a\r']],
  ['a\rb\n', ['a\rb']],
  ['a\r\r\n\rb\n', ['a\r', '\rb']],
  ['\n\n', ['', '']],
  ['\u{feff}a\n', ['\u{feff}a']],
  ['a\u{2028}b\u{85}c\n', ['a\u{2028}b\u{85}c']],
])('LineReader gives for %j %j', (text, lines) => expect(linesOf(chunkedSource(encodeUtf8(text), () => 1 << 20))).toEqual(lines));

test('LineReader returns the same lines however the bytes arrive', () => {
  const text = fc
    .array(fc.constantFrom('a', 'bcd', '\r', '\n', '\r\n', '\u{e9}', '\n\n'), { maxLength: 12 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.nat(), (lines, seed) => {
      const bytes = encodeUtf8(lines);
      expect(linesOf(chunkedSource(bytes, () => 1))).toEqual(splitLines(lines));
      expect(linesOf(randomChunks(bytes, seed))).toEqual(splitLines(lines));
    }),
    runs(300),
  );
});

test.each([(1 << 20) - 2, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, (1 << 21) + 1, 5_000_000])(
  'LineReader carries a line of %i bytes over its blocks',
  (length) => {
    const long = 'x'.repeat(length);
    const lines = linesOf(chunkedSource(encodeUtf8(`${long}\r\nshort\n${long}\n${long}`), () => 1 << 18));
    expect(lines.map((line) => line.length)).toEqual([length, 5, length, length]);
    expect(lines[3] === long && lines[1] === 'short').toBe(true);
  },
);

test('LineReader reads from a source with small pieces without losing its position', () => {
  const text = Array.from({ length: 200_000 }, (_, i) => `line ${i}`).join('\n');
  expect(linesOf(chunkedSource(encodeUtf8(text), () => 65_536)).join('\n') === text).toBe(true);
});

test('LineReader refuses a line of more than 64 MiB', () => {
  const source: ByteSource = { read: (into) => into.fill(0x78).length };
  expect(() => linesOf(source)).toThrow(new LineTooLong('expected a line of at most 67108864 bytes'));
});

test('LineReader passes on errors of its source', () => {
  const source: ByteSource = {
    read() {
      throw new Error('enough');
    },
  };
  expect(() => linesOf(source)).toThrow('enough');
});

test('LineReader does not read the source again after its end', () => {
  let asked = 0;
  const reader = new LineReader({ read: (into) => (asked++ === 0 ? into.subarray(0, 1).fill(0x61).length : 0) });
  expect([reader.next(), reader.next(), reader.next(), asked]).toEqual([true, false, false, 2]);
});
