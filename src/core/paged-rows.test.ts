import { expect, test } from 'vitest';
import { PagedRows, ROW, rowAt } from './paged-rows.ts';

test.each([0, 1, 8191, 8192, 8193, 50_000])('PagedRows returns %i rows from all its pages', (count) => {
  const column = new PagedRows();
  for (let i = 0; i < count; i++) {
    const at = rowAt(column.length);
    const page = column.push();
    for (let cell = 0; cell < ROW; cell++) page[at + cell] = i * ROW + cell;
  }
  expect(column.length).toBe(count);
  let wrong = 0;
  for (let i = 0; i < count; i++) {
    for (let cell = 0; cell < ROW; cell++) if (column.page(i)[rowAt(i) + cell] !== i * ROW + cell) wrong++;
  }
  expect(wrong).toBe(0);
});

test('PagedRows keeps the largest number below 2^32', () => {
  const column = new PagedRows();
  column.push()[ROW - 1] = 2 ** 32 - 1;
  expect(column.page(0)[rowAt(0) + ROW - 1]).toBe(2 ** 32 - 1);
});
