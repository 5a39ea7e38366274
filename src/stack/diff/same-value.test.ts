import { expect, test } from 'vitest';
import { parseJson } from '#core/json/read';
import { Float } from '#core/json/value';
import { isSameValue } from './same-value.ts';

test.each([
  [new Float(1), 1],
  [{ a: [new Float(-0)] }, { a: [0] }],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  [{ a: [{ b: new Float(1), c: ['x'] }] }, { a: [{ c: ['x'], b: 1 }] }],
  [9007199254740993n, 9007199254740993n],
])('isSameValue() treats %s and %s as equal, as a lock writes them', (a, b) => expect(isSameValue(a, b)).toBe(true));

test.each([
  [new Float(1.5), 1],
  ['1', 1],
  [null, {}],
  [
    [1, 2],
    [2, 1],
  ],
  [[1, 2], [1]],
  [[], {}],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: { b: 1 } }, { a: { b: 2 } }],
  // Inherited properties do not count.
  [parseJson(Buffer.from('{"__proto__":{}}')), { a: 1 }],
  [9007199254740993n, 9007199254740992n],
  [9007199254740993n, new Float(9007199254740992)],
])('isSameValue() distinguishes %s from %s', (a, b) => expect(isSameValue(a, b)).toBe(false));
