import { expect, it } from 'vitest';
import { createChain } from './chain.ts';

it('add() reports a fork also where the record names what the faulty record above it claims to be', () => {
  const chain = createChain();
  expect(chain.add(1, 'a', null)).toBeNull();
  expect(chain.add(2, 'b', 'a')).toBeNull();
  chain.addFaulty(3, ['a', 'its own'], 'b');
  expect(chain.add(4, 'd', 'a')).toEqual({ reason: 'FORK', prev: 'a', other_line: 2 });
});

it('add() accepts a record that names the faulty record above it by either of its ids', () => {
  for (const prev of ['claimed', 'its own']) {
    const chain = createChain();
    chain.addFaulty(1, ['claimed', 'its own'], null);
    expect(chain.add(2, 'b', prev)).toBeNull();
  }
});
