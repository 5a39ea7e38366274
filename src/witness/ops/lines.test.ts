import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readNow } from '#core/reused';
import { runs } from '../../../tests/helpers/trials.ts';
import type { RawLine } from '../verify.ts';
import { linesBackward, linesForward, MAX_LINE, type ReadAt } from './lines.ts';

const readAtOf =
  (bytes: Buffer): ReadAt =>
  (into, position) =>
    bytes.subarray(position).copy(into);

/** Copies the lines as texts, because a line is valid only until the next one. */
const shown = (lines: Iterable<RawLine>) =>
  Array.from(lines, ({ bytes, isEnded }) => [Buffer.from(readNow(bytes)).toString('latin1'), isEnded]);
const forward = (text: string) => shown(linesForward(readAtOf(Buffer.from(text, 'latin1')), text.length));
const backward = (text: string) => shown(linesBackward(readAtOf(Buffer.from(text, 'latin1')), text.length));

it.each<[string, [string, boolean][]]>([
  ['', []],
  ['\n', [['', true]]],
  ['a', [['a', false]]],
  ['a\n', [['a', true]]],
  [
    'a\nb',
    [
      ['a', true],
      ['b', false],
    ],
  ],
  [
    '\n\na\n',
    [
      ['', true],
      ['', true],
      ['a', true],
    ],
  ],
])('linesForward() and linesBackward() read the lines of %j', (text, lines) => {
  expect(forward(text)).toEqual(lines);
  expect(backward(text)).toEqual(lines.toReversed());
});

it('linesForward() and linesBackward() read lines of any length across their blocks', () => {
  const length = fc.oneof(fc.nat(3), fc.nat(70_000), fc.constantFrom(65_535, 65_536, 1_048_575, 1_048_576, 2_500_000));
  fc.assert(
    fc.property(fc.array(length, { minLength: 1, maxLength: 12 }), fc.boolean(), (lengths, isEnded) => {
      const parts = lengths.map((count, place) => String.fromCharCode(65 + place).repeat(count));
      const text = parts.join('\n') + (isEnded ? '\n' : '');
      const expected = parts.map((part, place) => [part, isEnded || place < parts.length - 1]);
      if (!isEnded && parts.at(-1) === '') expected.pop();
      expect(forward(text)).toEqual(expected);
      expect(backward(text)).toEqual(expected.toReversed());
    }),
    runs(120),
  );
});

it('linesForward() and linesBackward() skip a line that is too long and continue with the next', () => {
  const size = MAX_LINE + 5;
  const readAt: ReadAt = (into, position) => {
    into.fill(0x78);
    for (const newline of [1, size - 2]) if (newline >= position && newline < position + into.length) into[newline - position] = 10;
    return into.length;
  };
  const seen = (lines: Iterable<RawLine>) => Array.from(lines, (line) => [readNow(line.bytes).length, line.isTooLong]);
  const expected = [
    [1, false],
    [0, true],
    [1, false],
  ];
  expect(seen(linesForward(readAt, size))).toEqual(expected);
  expect(seen(linesBackward(readAt, size))).toEqual(expected.toReversed());
});

it('linesForward() and linesBackward() refuse a file that became shorter', () => {
  for (const read of [linesForward, linesBackward]) {
    expect(() => [...read(readAtOf(Buffer.from('a\nb\n')), 9)]).toThrow('became shorter');
  }
});

it('linesBackward() reads no more than the end of a ledger of 1,000,000 lines for its last lines', () => {
  const LINE = 600;
  const COUNT = 1_000_000;
  let bytesRead = 0;
  const readAt: ReadAt = (into, position) => {
    bytesRead += into.length;
    for (let i = 0; i < into.length; i++) {
      const at = position + i;
      into[i] = at % LINE === LINE - 1 ? 10 : 0x30 + (Math.floor(at / LINE) % 10);
    }
    return into.length;
  };
  const last: string[] = [];
  for (const { bytes } of linesBackward(readAt, LINE * COUNT)) {
    last.push(Buffer.from(readNow(bytes)).toString());
    if (last.length === 3) break;
  }
  expect(last).toEqual(['9', '8', '7'].map((digit) => digit.repeat(LINE - 1)));
  expect(bytesRead).toBeLessThanOrEqual(64 * 1024 + 1);
});
