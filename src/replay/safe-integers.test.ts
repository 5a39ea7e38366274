import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#core/utf8';
import { requireSafeIntegers } from './safe-integers.ts';

const judge = (text: string) => () => requireSafeIntegers(encodeUtf8(text));

describe('requireSafeIntegers()', () => {
  it.each([
    '9007199254740991',
    '-9007199254740991',
    '9007199254740993.0',
    '9007199254740993e0',
    '1e300',
    '0.12345678901234567890',
    '"9007199254740993"',
    '["\\"9007199254740993", -0]',
    '{"9007199254740993":1}',
    '[123456789012345678e0, 1]',
  ])('lets pass %s', (text) => expect(judge(text)).not.toThrow());

  it.each([
    ['9007199254740992', 'integer 9007199254740992 is beyond 2^53-1 at line 1 column 1'],
    ['[1,\n -9007199254740992]', 'integer -9007199254740992 is beyond 2^53-1 at line 2 column 2'],
    ['{"a":"9007199254740993","b":18446744073709551616}', 'integer 18446744073709551616 is beyond 2^53-1 at line 1 column 29'],
    ['7'.repeat(300), `integer ${'7'.repeat(40)}… is beyond 2^53-1 at line 1 column 1`],
  ])('refuses %s', (text, message) => expect(judge(text)).toThrow(message));
});
