import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../tests/helpers/trials.ts';
import { matchItems } from './match-items.ts';

/** Computes the maximum by trying every combination. */
function most(wanted: readonly number[], offered: readonly number[]): number {
  const [first, ...rest] = wanted;
  if (first === undefined) return 0;
  const ways = offered.flatMap((offer, i) => ((first & offer) > 0 ? [1 + most(rest, offered.toSpliced(i, 1))] : []));
  return Math.max(most(rest, offered), ...ways);
}

describe('matchItems()', () => {
  it('finds a maximum matching', () => {
    const masks = fc.array(fc.nat({ max: 15 }), { maxLength: 5 });
    fc.assert(
      fc.property(masks, masks, (wanted, offered) => {
        const pairs = matchItems(wanted, offered, (want, offer) => (want & offer) > 0);
        expect(pairs.filter(Boolean)).toHaveLength(most(wanted, offered));
      }),
      runs(500),
    );
  });
});
