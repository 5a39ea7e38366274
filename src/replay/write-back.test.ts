import { expect, it } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { replaceExpected } from './write-back.ts';

const replaced = (text: string): string => decodeUtf8(replaceExpected(encodeUtf8(text), 'HASH'));

it.each([
  ['{"expected_hash_v1":""}', '{"expected_hash_v1":"HASH"}'],
  [
    '{\r\n\t"z": 1.0,\r\n\t"expected_hash_v1" :\t"REPLACE_AFTER_COMPUTE" ,\r\n\t"a":1e3}\r\n',
    '{\r\n\t"z": 1.0,\r\n\t"expected_hash_v1" :\t"HASH" ,\r\n\t"a":1e3}\r\n',
  ],
  ['\u{feff}{"expected_hash_v1":""}', '{"expected_hash_v1":"HASH"}'],
  [
    '{"a":{"expected_hash_v1":""},"b":["expected_hash_v1",""],"expected_hash_v1":""}',
    '{"a":{"expected_hash_v1":""},"b":["expected_hash_v1",""],"expected_hash_v1":"HASH"}',
  ],
  [
    '{"é":"expected_hash_v1\\":\\"","\\u0065xpected_hash_v1":"REPLACE_AFTER\\u005fASSEMBLE"}',
    '{"é":"expected_hash_v1\\":\\"","\\u0065xpected_hash_v1":"HASH"}',
  ],
])('replaceExpected() changes one string of %j and no other byte', (text, wanted) => expect(replaced(text)).toBe(wanted));

it('replaceExpected() throws if the key is missing', () => expect(() => replaced('{"a":1}')).toThrow('expected_hash_v1 is not there'));
