import { expect, it } from 'vitest';
import type { Comparison } from '#core/comparison';
import { comparisonLines } from './comparison-text.ts';

const CELL = { code: 'CELL_CHANGED', at: 'C12', column: 'Balance', key: ['L7', null], old: '100', new: null } as const;
const ROW = { code: 'ROW_MOVED', at: 'row 3', old_at: 'row 9', old: null, new: 'L9 | 500' } as const;
const NONE: Comparison = { aligned: [], counts: {}, differences: [], is_complete: true, key: null, total: 0 };

it.each<[what: string, change: Partial<Comparison>, lines: readonly string[]]>([
  ['no difference', {}, ['no difference was found in what is compared']],
  ['differences that cannot be named', { is_complete: false }, ['the differences could not be named']],
  [
    'rows paired by a key',
    { aligned: ['KEY'], counts: { CELL_CHANGED: 1, ROW_MOVED: 2 }, differences: [CELL, ROW], key: ['Loan ID', 'Date'], total: 3 },
    [
      '1 cell changed, 2 rows moved (rows paired by Loan ID, Date)',
      'C12 Balance (Loan ID "L7", Date blank): "100" -> blank',
      'row 3 moved from row 9: "L9 | 500"',
      'and 1 more',
    ],
  ],
  [
    'rows of which some are paired by position',
    { aligned: ['CONTENT', 'POSITION'], counts: { ROW_MOVED: 5 }, differences: [ROW], is_complete: false, total: 5 },
    [
      'at least 5 rows moved (too many differ to pair them all by content: some by position)',
      'row 3 moved from row 9: "L9 | 500"',
      'and at least 4 more',
    ],
  ],
])('comparisonLines() of %s', (_, change, lines) => {
  expect([...comparisonLines({ comparison: { ...NONE, ...change } })]).toEqual(lines);
});

it('comparisonLines() says why nothing was compared', () => {
  expect([...comparisonLines({ comparison: null, not_compared: 'no such file' })]).toEqual(['not compared: no such file']);
  expect([...comparisonLines({})]).toEqual([]);
});
