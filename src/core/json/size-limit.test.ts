import { expect, test } from 'vitest';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { JsonTooLarge } from './limits.ts';
import { countValues, requireWithinLimits } from './size-limit.ts';

test.each([
  ['0', 1],
  ['[1,2,3]', 4],
  ['{"a":1,"b":[2,3]}', 5],
  ['[",[{\\",",1]', 3],
  ['["\\\\",1,2]', 4],
  ['["unfinished,,,', 2],
])('countValues() counts those of %s', (text, expected) => expect(countValues(encodeUtf8(text))).toBe(expected));

test('countValues() counts one too many for an empty list or object', () => expect(countValues(encodeUtf8('[[],{}]'))).toBe(5));

const room = { bytes: 20, values: 6 };

test('requireWithinLimits() accepts texts that fit together', () =>
  expect(() => requireWithinLimits([encodeUtf8('[1,2]'), encodeUtf8('[3,4]')], room)).not.toThrow());

test('requireWithinLimits() refuses texts that together have too many bytes or values', () => {
  const [few, list] = [encodeUtf8('"123456789"'), encodeUtf8('[1,2]')];
  expect(() => requireWithinLimits([few, few], room)).toThrow(new JsonTooLarge('more than 20 bytes'));
  expect(() => requireWithinLimits([list, list, list], room)).toThrow(new JsonTooLarge('more than 6 values'));
});
