import { expect, it } from 'vitest';
import { Float } from '#core/json/value';
import { unwritableAt } from './jcs-limits.ts';

it('unwritableAt() returns the path of the first integer that JCS cannot write', () => {
  expect(unwritableAt({ a: [1, { b: 9007199254740993n }], c: 2n ** 60n }, '')).toBe('a[1].b');
  expect(unwritableAt(9007199254740993n, 'tier')).toBe('tier');
});

it('unwritableAt() returns null if everything can be written', () => {
  expect(unwritableAt({ a: [1, null, 'x', true, new Float(0.5)] }, '')).toBeNull();
});
