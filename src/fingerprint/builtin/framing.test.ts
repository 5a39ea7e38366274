import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '#core/parsed';
import { newHasher } from '#hashing/hashers';
import { runs } from '../../../tests/helpers/trials.ts';
import { Framer } from './framing.ts';
import { GridContent } from './grid-content.ts';

/** Returns the framed bytes instead of their hash. */
function bytesOf(frame: (framer: Framer) => void): string {
  const parts: Uint8Array[] = [];
  const framer = new Framer(() => ({
    update: (bytes) => void parts.push(bytes.slice()),
    digest: () => Buffer.concat(parts).toString('hex'),
  }));
  frame(framer);
  return framer.end().slice('blake3:'.length);
}

const grid = (rows: readonly Row[], isExact = false): string =>
  bytesOf((framer) => {
    const content = new GridContent(framer, { isExact });
    for (const row of rows) content.row(row);
    content.endSheet();
  });

describe('Framer', () => {
  it.each<[string, string]>([
    ['a', '0261'],
    ['', '01'],
    ['\u{e9}', '03c3a9'],
    ['a\u{1f389}', '0661f09f8e89'],
    ['x'.repeat(127), `8001${'78'.repeat(127)}`],
  ])('writes %j with its length in bytes before it', (text, hex) => expect(bytesOf((framer) => framer.text(text))).toBe(hex));

  it.each(['', 'a', '\u{e9}\u{1f389}', 'x'.repeat(126), 'x'.repeat(127), 'x'.repeat(5000)])(
    'writes the bytes of a text as it writes the text: %j',
    (text) => {
      const bytes = Buffer.from(`<${text}>`);
      expect(bytesOf((framer) => framer.encoded(bytes, 1, bytes.length - 1))).toBe(bytesOf((framer) => framer.text(text)));
    },
  );

  it('writes numbers as LEB128 and null as 0', () => {
    expect([0, 127, 128, 300, 2 ** 40].map((value) => bytesOf((framer) => framer.number(value)))).toEqual([
      '00',
      '7f',
      '8001',
      'ac02',
      '808080808020',
    ]);
    expect(bytesOf((framer) => framer.text(null))).toBe('00');
  });

  it('gives the same bytes however much is buffered', () => {
    const texts = Array.from({ length: 300 }, (_, i) => `${'\u{e9}'.repeat(i % 7)}${'x'.repeat(i * 3)}`);
    const expected = texts.map((text) => bytesOf((framer) => framer.text(text))).join('');
    expect(bytesOf((framer) => texts.forEach((text) => framer.text(text)))).toBe(expected);
  });

  it('throws for a lone surrogate, which would be encoded like another text', () => {
    expect(() => bytesOf((framer) => framer.text('a\u{d800}'))).toThrow('expected well-formed text, found a lone surrogate');
  });
});

const cell = fc.oneof(
  fc.constant(null),
  fc.constantFrom('', 'a', 'b', 'ab', '\u{1}', '\u{2}a'),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const rows = fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 5 });

/** A simple version of the rules: the cells that the content hash covers. */
function counting(list: readonly Row[]): unknown {
  const cut = list.map((row) => row.slice(0, row.findLastIndex((item) => item !== null && item !== '') + 1).map((item) => item || null));
  return cut.slice(0, cut.findLastIndex((row) => row.length > 0) + 1);
}

describe('GridContent', () => {
  it('is injective: two grids have the same bytes if and only if their covered cells are the same', () => {
    fc.assert(
      fc.property(rows, rows, (a, b) => {
        expect(grid(a) === grid(b)).toBe(JSON.stringify(counting(a)) === JSON.stringify(counting(b)));
        expect(grid(a, true) === grid(b, true)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
      runs(2000),
    );
  });

  it('changes with any one cell, and with a cell that moves', () => {
    const filled = fc.array(fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(filled, fc.nat(), fc.nat(), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }), (list, r, c, text) => {
        const row = r % list.length;
        const column = c % (list[row] as string[]).length;
        const other = list.map((cells, i) => (i === row ? cells.with(column, text) : cells));
        expect(grid(list) === grid(other)).toBe(list[row]?.[column] === text);
        expect(grid(list)).not.toBe(grid(list.with(row, [null as never, ...(list[row] as string[])])));
        expect(grid(list)).not.toBe(grid([[], ...list]));
      }),
    );
  });

  it('distinguishes sheets and rows that have the same cells', () => {
    const two = (a: readonly Row[], b: readonly Row[]): string =>
      bytesOf((framer) => {
        const content = new GridContent(framer, { isExact: false });
        content.sheet('x');
        a.forEach((row) => content.row(row));
        content.endSheet();
        content.sheet('y');
        b.forEach((row) => content.row(row));
        content.endSheet();
      });
    const all = [two([['a'], ['b']], []), two([['a']], [['b']]), two([], [['a'], ['b']]), two([['a', 'b']], [])];
    expect(new Set(all).size).toBe(4);
    expect(two([['a'], []], [['b']])).toBe(two([['a']], [['b']]));
  });

  it('hashes the framed bytes', () => {
    const framer = new Framer(newHasher);
    framer.text('csv.v0');
    expect(framer.end()).toMatch(/^blake3:[0-9a-f]{64}$/);
  });
});
