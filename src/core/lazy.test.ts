import { expect, it } from 'vitest';
import { lazy } from './lazy.ts';

it('lazy() computes its value at the first call, and only once', () => {
  const made: undefined[] = [];
  const value = lazy(() => void made.push(undefined));
  expect(made).toHaveLength(0);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(made).toHaveLength(1);
});
