import { expect, it } from 'vitest';
import { lazy } from './lazy.ts';

it('lazy() makes its value when it is first asked for, and only then', () => {
  const made: undefined[] = [];
  const value = lazy(() => void made.push(undefined));
  expect(made).toHaveLength(0);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(made).toHaveLength(1);
});
