import { expect, it } from 'vitest';
import { counted, grouped } from './count-text.ts';

it('counted() says one and many', () => {
  expect([0, 1, 2].map((count) => counted(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows']);
});

it('grouped() puts a comma between groups of three digits', () => {
  expect([999, 1000, 12_340, 1_234_567].map(grouped)).toEqual(['999', '1,000', '12,340', '1,234,567']);
});
