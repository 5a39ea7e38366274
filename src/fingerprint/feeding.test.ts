import { expect, test } from 'vitest';
import { packRows, rowCells } from '#core/cells';
import type { CellBlock, Row } from '#core/parsed';
import type { Feed } from './assert/assertion.ts';
import { feedingOf } from './feeding.ts';

const rows: readonly Row[] = Array.from({ length: 600 }, (_, i) => [String(i + 1)]);

function watched() {
  const [byRow, byBlock]: [string[], string[]] = [[], []];
  const feeds: readonly Feed[] = [
    { sheet: 'csv', from: 2, to: 3, row: (number, cells) => byRow.push(`${number}=${cells[0]}`) },
    { sheet: 'csv', from: 600, to: Number.POSITIVE_INFINITY, row: (number, cells) => byRow.push(`${number}=${cells[0]}`) },
    {
      sheet: 'csv',
      block(block: CellBlock, first: number) {
        for (let row = 0; row < block.rows; row++) byBlock.push(`${first + row}=${rowCells(block, row)[0]}`);
      },
    },
  ];
  return { feeding: feedingOf(feeds), byRow, byBlock };
}

const all = rows.map(([cell], i) => `${i + 1}=${cell}`);

test('feedingOf passes rows on to feeds of rows and of blocks', () => {
  const { feeding, byRow, byBlock } = watched();
  for (const row of rows) feeding.row(row);
  feeding.end();
  expect(byRow).toEqual(['2=2', '3=3', '600=600']);
  expect(byBlock).toEqual(all);
});

test('feedingOf passes blocks on to feeds of rows and of blocks', () => {
  const { feeding, byRow, byBlock } = watched();
  for (const [from, to] of [
    [0, 1],
    [1, 2],
    [2, 599],
    [599, 600],
  ] as const)
    feeding.block(packRows(rows.slice(from, to), from + 1));
  feeding.end();
  expect(byRow).toEqual(['2=2', '3=3', '600=600']);
  expect(byBlock).toEqual(all);
});

test('feedingOf takes rows that nobody wants', () => {
  const feeding = feedingOf([]);
  feeding.row(['a']);
  feeding.block(packRows(rows, 1));
  expect(feeding.end()).toBeUndefined();
});
