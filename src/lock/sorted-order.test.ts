import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortedOrder } from './sorted-order.ts';

const orderOf = (values: readonly number[]): number[] => [
  ...sortedOrder(values.length, (a, b) => (values[a] as number) - (values[b] as number)),
];

/** As the engine sorts, which is stable. */
const engineOrder = (values: readonly number[]): number[] =>
  [...values.keys()].sort((a, b) => (values[a] as number) - (values[b] as number));

describe('sortedOrder()', () => {
  test.each<[number[], number[]]>([
    [[], []],
    [[5], [0]],
    [
      [1, 2, 3],
      [0, 1, 2],
    ],
    [
      [3, 2, 1],
      [2, 1, 0],
    ],
    [
      [1, 1, 1],
      [0, 1, 2],
    ],
    [
      [2, 1, 2, 1],
      [1, 3, 0, 2],
    ],
  ])('of %j is %j', (values, order) => expect(orderOf(values)).toEqual(order));

  test('is the stable order of any numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 200 }), (values) => {
        expect(orderOf(values)).toEqual(engineOrder(values));
      }),
      { numRuns: 1000 },
    );
  });

  test('is the stable order of ascending runs of any lengths', () => {
    const run = fc.tuple(fc.nat(50), fc.nat(30)).map(([from, length]) => Array.from({ length }, (_, i) => from + Math.floor(i / 2)));
    fc.assert(
      fc.property(fc.array(run, { maxLength: 9 }), (lists) => {
        const values = lists.flat();
        expect(orderOf(values)).toEqual(engineOrder(values));
      }),
      { numRuns: 500 },
    );
  });

  test('compares sorted input only once for each pair of neighbours', () => {
    let compared = 0;
    sortedOrder(1000, (a, b) => {
      compared++;
      return a - b;
    });
    expect(compared).toBe(999);
  });
});
