import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ByteSource } from '#core/ports';
import { readLines } from './lines.ts';

function sourceOf(bytes: Uint8Array, step: number): ByteSource {
  let at = 0;
  return {
    read(into) {
      const piece = bytes.subarray(at, at + Math.min(step, into.length));
      into.set(piece);
      at += piece.length;
      return piece.length;
    },
  };
}

const linesOf = (text: string, step = 7): string[] => {
  return Array.from(readLines(sourceOf(Buffer.from(text), step)), (line) => Buffer.from(line).toString());
};

describe('readLines()', () => {
  test.each([
    ['', []],
    ['\n', ['']],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\r\n\nb', ['a', '', 'b']],
    ['a\r', ['a']],
    ['a\r\r\n\rb\n', ['a\r', '\rb']],
  ])('splits %j', (text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });

  test('gives the same lines however the bytes arrive', () => {
    const text = fc
      .array(
        fc.nat(200_000).map((length) => 'x'.repeat(length)),
        { maxLength: 6 },
      )
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, fc.integer({ min: 1000, max: 100_000 }), (input, step) => {
        expect(linesOf(input, step)).toEqual(input === '' ? [] : input.replace(/\n$/, '').split('\n'));
      }),
      { numRuns: 30 },
    );
  });

  test('refuses a line without end instead of filling the memory', () => {
    const endless = { read: (into: Uint8Array) => into.fill(0x20).length };
    const lines = readLines(endless);
    expect(() => lines.next()).toThrow(
      expect.objectContaining({ code: 'E_BAD_INPUT', detail: { line: 1, error: 'expected a line of at most 16777216 bytes' } }),
    );
  });
});
