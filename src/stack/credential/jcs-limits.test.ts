import { expect, it } from 'vitest';
import { Float } from '#core/json/value';
import { notJcsAt } from './jcs-limits.ts';

it('notJcsAt() returns the path of the first integer that JCS cannot write', () => {
  expect(notJcsAt({ a: [1, { b: 9007199254740993n }], c: 2n ** 60n }, '')).toBe('a[1].b');
  expect(notJcsAt(9007199254740993n, 'tier')).toBe('tier');
});

it('notJcsAt() returns null if everything can be written', () =>
  expect(notJcsAt({ a: [1, null, 'x', true, new Float(0.5)] }, '')).toBeNull());
