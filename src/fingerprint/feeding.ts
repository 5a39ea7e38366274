/**
 * Passes the rows of one sheet to all feeds, whether the file gives rows or blocks and whether a feed wants rows or blocks. A row is made from a
 * block only if some feed wants it.
 */

import { packRows, rowCells } from '#core/cells';
import type { CellBlock, Row } from '#core/parsed';
import type { BlockFeed, Feed, RowFeed } from './assert/assertion.ts';

export interface Feeding {
  row(cells: Row): void;
  block(block: CellBlock): void;
  /** After the last row. */
  end(): void;
}

/** The number of rows that are packed into one block, for files that give rows. */
const PACKED = 256;

export function feedingOf(feeds: readonly Feed[]): Feeding {
  const byRow = feeds.filter((feed): feed is RowFeed => 'row' in feed);
  const byBlock = feeds.filter((feed): feed is BlockFeed => 'block' in feed);
  const from = Math.min(...byRow.map((feed) => feed.from));
  const to = Math.max(...byRow.map((feed) => feed.to));
  let waiting: Row[] = [];
  let passed = 0;
  const eachRow = (number: number, cells: Row): void => {
    for (let i = 0; i < byRow.length; i++) {
      const feed = byRow[i] as RowFeed;
      if (number >= feed.from && number <= feed.to) feed.row(number, cells);
    }
  };
  const eachBlock = (block: CellBlock, first: number): void => {
    for (const feed of byBlock) feed.block(block, first);
  };
  const passWaiting = (): void => {
    const first = passed - waiting.length + 1;
    if (waiting.length > 0) eachBlock(packRows(waiting, first), first);
    waiting = [];
  };
  return {
    row(cells) {
      passed++;
      eachRow(passed, cells);
      if (byBlock.length > 0 && waiting.push(cells) === PACKED) passWaiting();
    },
    block(block) {
      eachBlock(block, passed + 1);
      const last = Math.min(block.rows, to - passed);
      for (let row = Math.max(0, from - passed - 1); row < last; row++) eachRow(passed + row + 1, rowCells(block, row));
      passed += block.rows;
    },
    end: passWaiting,
  };
}
