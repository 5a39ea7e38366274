import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellText, keptText, lineOfRow, packRows, rowCells } from './cells.ts';
import type { CellBlock, Row } from './parsed.ts';

const rows: readonly Row[] = [['id', null, 'é漢'], [], ['a\nb', 'x'.repeat(60)]];

/** The same block with its bytes as Latin-1. */
function withLatin1(block: CellBlock): CellBlock {
  return { ...block, latin1: () => Buffer.from(block.bytes).toString('latin1') };
}

test('packRows and rowCells are inverse', () => {
  const cell = fc.option(fc.string({ unit: fc.constantFrom('a', '1', 'é', '漢', '🎉', '\n'), minLength: 1, maxLength: 5 }));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 6 }), (written) => {
      const block = packRows(written, 1);
      const read = (one: CellBlock) => Array.from({ length: one.rows }, (_, row) => rowCells(one, row));
      expect(read(block)).toEqual(written);
      expect(read(withLatin1(block))).toEqual(written);
    }),
  );
});

test('cellText and keptText give the same text, and null for an empty cell', () => {
  const block = withLatin1(packRows(rows, 1));
  expect([0, 1, 2, 3].map((cell) => cellText(block, cell))).toEqual(['id', null, 'é漢', 'a\nb']);
  expect([0, 1, 2, 3].map((cell) => keptText(block, cell))).toEqual(['id', null, 'é漢', 'a\nb']);
});

test('lineOfRow counts the lines inside of the cells before', () => {
  const block = packRows([['a\nb', 'c\n\nd'], [], ['e']], 10);
  expect([0, 1, 2].map((row) => lineOfRow(block, row))).toEqual([10, 14, 15]);
});
