import { expect, test } from 'vitest';
import { emptyObject, Float, isJsonObject, type JsonValue } from './value.ts';

test.each<[string, JsonValue | undefined, boolean]>([
  ['a literal', { a: 1 }, true],
  ['an object of the reader', emptyObject(), true],
  ['null', null, false],
  ['an array', [], false],
  ['a Float', new Float(1), false],
  ['a string', 'x', false],
  ['a bigint', 1n, false],
  ['nothing', undefined, false],
])('isJsonObject() says of %s whether it is one', (_, value, answer) => expect(isJsonObject(value)).toBe(answer));

test('emptyObject() has no prototype to poison', () => {
  const object = emptyObject();
  object['__proto__'] = { polluted: true };
  expect(Object.keys(object)).toEqual(['__proto__']);
  expect('toString' in object).toBe(false);
  expect(object['polluted']).toBeUndefined();
});
